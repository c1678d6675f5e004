import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Api, Problem } from './api';
import { followEvents } from './feed';

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer as never);
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server?.address() as AddressInfo).port}`;
}

const event = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ event_id: id })}\n\n`;

it('resumes after a lost connection without a gap and without a repeat', async () => {
  const asked: string[] = [];
  const base = await listen(((request: { url: string; headers: Record<string, string> }, response: import('node:http').ServerResponse) => {
    asked.push(`${request.url} ${request.headers['last-event-id']}`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // The second answer begins too early, as a careless server would.
    response.end(asked.length === 1 ? event(1) + event(2) : event(2) + event(3));
  }) as never);
  const stop = new AbortController();
  const seen: number[] = [];
  await followEvents(new Api(null, base), 's', 0, stop.signal, ({ event_id }) => {
    seen.push(event_id);
    if (event_id === 3) stop.abort();
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(asked).toEqual(['/v1/sessions/s/events?after=0 0', '/v1/sessions/s/events?after=2 2']);
});

it('gives up when the server says that this is not for us', async () => {
  const base = await listen(((_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(403, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ title: 'not allowed', status: 403, detail: 'this link opens another session' }));
  }) as never);
  const following = followEvents(new Api('t', base), 's', 0, new AbortController().signal, () => {});
  await expect(following).rejects.toThrowError('this link opens another session');
  await expect(following).rejects.toBeInstanceOf(Problem);
});
