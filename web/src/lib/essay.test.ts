import { expect, test } from 'vitest';
import { followWriting, plainText, tally } from './essay';
import type { Essay } from './shapes';

const essay: Essay = {
  style: 'standard',
  title: 'Reading water',
  subtitle: 'A pilot talks',
  paragraphs: [
    { heading: 'The tide', sentences: [{ text: 'I learned it late.', grade: 'quoted', sources: [] }, { text: 'Much later, it paid.', grade: 'bridging', sources: [] }] },
    { pull_quote: { text: '"You never fight it."', grade: 'quoted', sources: [] }, sentences: [] },
  ],
  unsupported: [],
  quotations: { kept: 1, repaired: 0, removed: 0 },
};

function stream(...chunks: string[]): ReadableStream<Uint8Array> {
  return new Blob(chunks).stream();
}

test('plain text has every word once and no marks', () => {
  expect(plainText(essay)).toBe('Reading water\n\nA pilot talks\n\nThe tide\n\nI learned it late. Much later, it paid.\n\n“You never fight it.”\n');
});

test('sentences are counted by grade', () => {
  expect(tally(essay)).toEqual({ quoted: 1, paraphrased: 0, bridging: 1, words: 8 });
});

test('writing is followed step by step to the essay', async () => {
  const steps: string[] = [];
  const body = stream('event: progress\ndata: {"step":"writing"}\n\n', `event: essay\ndata: ${JSON.stringify({ number: 1, version: 1, essay })}\n\n`);
  expect((await followWriting(body, (step) => steps.push(step))).essay.title).toBe('Reading water');
  expect(steps).toEqual(['writing']);
});

test('a problem while writing is told in the words of the server', async () => {
  const body = stream('event: problem\ndata: {"status":409,"title":"Conflict","detail":"the interview is not over yet"}\n\n');
  await expect(followWriting(body, () => {})).rejects.toThrow('the interview is not over yet');
});

test('a stream that breaks off is not an essay', async () => {
  await expect(followWriting(stream('event: progress\ndata: {"step":"writing"}\n\n'), () => {})).rejects.toThrow('before the essay was finished');
});
