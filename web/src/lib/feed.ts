// Follows a session: its events without a gap, and from them a view that is never older than a moment.
import type { Api } from './api';
import { Problem } from './api';
import { pauseMs, wait } from './backoff';
import type { Captions, LogEvent, View } from './shapes';
import { messages } from './sse';

/** Several events often come together; one view shows them all. */
const GATHER_MS = 200;
/** Meters cool down and clocks run without any event. */
const REFRESH_MS = 4_000;

export type Connection = 'connecting' | 'live' | 'lost';

/** Every event after `after`, in order, through any number of lost connections, until the signal aborts. */
export async function followEvents(
  api: Api,
  session: string,
  after: number,
  signal: AbortSignal,
  onEvent: (event: LogEvent) => void,
  onConnection: (connection: Connection) => void = () => {},
  onCaptions?: (captions: Captions) => void,
): Promise<void> {
  let seen = after;
  for (let attempt = 1; !signal.aborted; attempt++) {
    onConnection(attempt === 1 ? 'connecting' : 'lost');
    try {
      const response = await api.send(`/v1/sessions/${session}/events?after=${seen}${onCaptions ? '&captions=true' : ''}`, {
        accept: 'text/event-stream',
        headers: { 'last-event-id': String(seen) },
        signal,
      });
      if (!response.body) throw new Error('the server sent no stream');
      onConnection('live');
      for await (const message of messages(response.body)) {
        if (message.event === 'captions') onCaptions?.(JSON.parse(message.data) as Captions);
        if (message.id === null || message.event !== 'message') continue;
        const id = Number(message.id);
        // A server that begins too early repeats what is known.
        if (!(id > seen)) continue;
        seen = id;
        attempt = 0;
        onEvent(JSON.parse(message.data) as LogEvent);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.status < 500 && error.status !== 429) throw error;
    }
    if (!signal.aborted) await wait(pauseMs(Math.max(1, attempt)), signal);
  }
}

export interface Watch {
  refresh(): Promise<void>;
  stop(): void;
}

/** Keeps the owner's view of a session up to date. */
export function watch(
  api: Api,
  session: string,
  onView: (view: View) => void,
  onConnection: (connection: Connection) => void,
  onEvent: (event: LogEvent) => void = () => {},
  onCaptions?: (captions: Captions) => void,
): Watch {
  const stopping = new AbortController();
  let gathering = false;
  let newest = -1;

  async function refresh(): Promise<void> {
    const view = await api.get<View>(`/v1/sessions/${session}`);
    if (stopping.signal.aborted || view.cursor < newest) return;
    newest = view.cursor;
    onView(view);
  }

  function soon(): void {
    if (gathering) return;
    gathering = true;
    setTimeout(() => {
      gathering = false;
      refresh().catch(() => onConnection('lost'));
    }, GATHER_MS);
  }

  const timer = setInterval(soon, REFRESH_MS);
  followEvents(api, session, 0, stopping.signal, (event) => {
    onEvent(event);
    soon();
  }, onConnection, onCaptions).catch(() => onConnection('lost'));

  return {
    refresh,
    stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
