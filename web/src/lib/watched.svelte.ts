// A session that somebody watches: its view, its events and the state of the connection, for pages to show.
import { inWords, owner } from './api';
import { type Connection, type Watch, watch } from './feed';
import { SessionCalls } from './session';
import type { Captions, LogEvent, View } from './shapes';
import { remaining } from './time';

/** Older events are still in the log; the desk shows the newest. */
const EVENTS_MAX = 5_000;
const TICK_MS = 500;
const SILENCE: Captions = { interviewer: null, candidate: null };

export class Watched {
  view = $state.raw<View | null>(null);
  events = $state.raw<LogEvent[]>([]);
  captions = $state.raw<Captions>(SILENCE);
  connection = $state<Connection>('connecting');
  trouble = $state('');
  busy = $state(false);
  readonly calls: SessionCalls;
  private now = $state(performance.now());
  private toldAt = 0;
  private arrived: LogEvent[] = [];
  private watching: Watch | undefined;

  constructor(readonly session: string) {
    this.calls = new SessionCalls(owner, session);
  }

  get left(): number {
    return this.view ? remaining(this.view.time_remaining_ms, this.toldAt, this.now, this.view.status === 'IN_PROGRESS') : 0;
  }

  get live(): boolean {
    return this.view?.status === 'IN_PROGRESS' || this.view?.status === 'PAUSED';
  }

  get over(): boolean {
    return this.view?.status === 'COMPLETED' || this.view?.status === 'TERMINATED';
  }

  /** Returns what ends it. */
  open(): () => void {
    this.watching = watch(owner, this.session, (view) => this.take(view), (connection) => this.connected(connection), (event) => this.arrived.push(event), (captions) => (this.captions = captions));
    this.watching.refresh().catch((error: unknown) => (this.trouble = inWords(error)));
    const timer = setInterval(() => {
      this.now = performance.now();
      this.flush();
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      this.watching?.stop();
    };
  }

  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.trouble = '';
    try {
      await what();
      await this.watching?.refresh();
      return true;
    } catch (error) {
      this.trouble = inWords(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private connected(connection: Connection): void {
    this.connection = connection;
    // What was half said when the connection broke is told anew, or has become a turn.
    if (connection !== 'live') this.captions = SILENCE;
  }

  private take(view: View): void {
    this.view = view;
    this.toldAt = performance.now();
    this.now = this.toldAt;
    this.flush();
  }

  /** Hundreds of old events come at once; the page is drawn once for them all. */
  private flush(): void {
    if (this.arrived.length === 0) return;
    this.events = [...this.events, ...this.arrived].slice(-EVENTS_MAX);
    this.arrived = [];
  }
}
