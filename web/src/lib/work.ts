// Work that takes a while, told step by step: its stream ends with the result or with a problem.
import { Problem } from './api';
import { messages } from './sse';

/** What was there already comes at once, without steps. */
export async function followWork<T>(response: Response, result: string, onStep: (step: string) => void): Promise<T> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return (await response.json()) as T;
  if (response.body) {
    for await (const { event, data } of messages(response.body)) {
      const said = JSON.parse(data) as { step?: string } & Partial<Problem>;
      if (event === 'progress' && said.step) onStep(said.step);
      if (event === result) return said as unknown as T;
      if (event === 'problem') throw new Problem(said.status ?? 500, said.title ?? 'This did not work', said.detail ?? '', said.errors ?? []);
    }
  }
  throw new Error('The work stopped before it was finished. Try again.');
}
