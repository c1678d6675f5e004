import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Api, inWords, Problem } from './api';

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('repeats a call that got no answer under the same key', async () => {
  const keys: (string | undefined)[] = [];
  const base = await listen((request, response) => {
    keys.push(request.headers['idempotency-key'] as string);
    if (keys.length === 1) request.socket.destroy();
    else response.end('{"turn_id":"turn_2"}');
  });
  expect(await new Api('secret', base).post('/v1/turns', { text: 'Hello.' })).toEqual({ turn_id: 'turn_2' });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

it('sends the token as a header and never in the address', async () => {
  const seen: string[] = [];
  const base = await listen((request, response) => {
    seen.push(request.url ?? '', request.headers.authorization ?? '');
    response.end('{}');
  });
  await new Api('secret', base).get('/v1/sessions/s');
  expect(seen).toEqual(['/v1/sessions/s', 'Bearer secret']);
});

it('says what is wrong with each field', async () => {
  const base = await listen((_, response) => {
    response.writeHead(422, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ title: 'invalid', status: 422, detail: 'the plan has a problem', errors: [{ path: 'minutes', message: 'too few' }] }));
  });
  const failed = await new Api(null, base).put('/v1/plans/p', {}).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Problem);
  expect(inWords(failed)).toBe('The plan has a problem.\nminutes: too few');
});
