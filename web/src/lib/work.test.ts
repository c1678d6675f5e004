import { expect, test } from 'vitest';
import { followWork } from './work';

const told = (...chunks: string[]) => new Response(new Blob(chunks).stream(), { headers: { 'content-type': 'text/event-stream' } });

test('work is followed step by step to its result', async () => {
  const steps: string[] = [];
  const response = told('event: progress\ndata: {"step":"wri', 'ting"}\n\n', 'event: essay\ndata: {"number":1}\n\n');
  expect(await followWork(response, 'essay', (step) => steps.push(step))).toEqual({ number: 1 });
  expect(steps).toEqual(['writing']);
});

test('a result that is there at once has no steps', async () => {
  expect(await followWork(Response.json({ id: 'p' }), 'plan', () => {})).toEqual({ id: 'p' });
});

test('a problem is told in the words of the server', async () => {
  const response = told('event: problem\ndata: {"status":409,"title":"Conflict","detail":"the interview is not over yet"}\n\n');
  await expect(followWork(response, 'essay', () => {})).rejects.toThrow('the interview is not over yet');
});

test('a stream that breaks off is not a result', async () => {
  await expect(followWork(told('event: progress\ndata: {"step":"writing"}\n\n'), 'essay', () => {})).rejects.toThrow('before it was finished');
});
