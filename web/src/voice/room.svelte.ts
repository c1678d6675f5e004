// A room: one session as its participant sees it, kept up to date, with everything that can be done in it.
import { Api, inWords, newKey, Problem } from '../lib/api';
import { type Control, SessionCalls } from '../lib/session';
import type { Action, Turn, View } from '../lib/shapes';
import { remaining } from '../lib/time';
import { stayAwake } from './awake';
import { Talk } from './talk.svelte';

/** Without a socket the view is asked for. */
const ASK_EVERY_MS = 1_000;
/** With one it comes by itself; this only mends what was missed. */
const MEND_EVERY_MS = 6_000;
const TICK_MS = 250;
/** Long enough to read twice. */
const NOTICE_MS = 12_000;

export class Room {
  view = $state.raw<View | null>(null);
  trouble = $state('');
  private said = $state('');
  /** The link does not open this room. */
  refused = $state(false);
  busy = $state(false);
  /** The person is past the microphone check. */
  entered = $state(false);
  waiting = $state(false);
  readonly talk: Talk;
  readonly calls: SessionCalls;
  private now = $state(performance.now());
  private toldAt = 0;
  private askedAt = 0;
  private asking = false;
  private known = new Set<string>();
  private ended = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private fading: ReturnType<typeof setTimeout> | undefined;
  private sleep: (() => void) | undefined;

  constructor(
    readonly session: string,
    readonly token: string | null,
  ) {
    this.calls = new SessionCalls(new Api(token), session);
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1/realtime?session=${encodeURIComponent(session)}`;
    this.talk = new Talk(url, token, {
      view: (view) => this.take(view),
      answer: (text) => void this.answer(text),
      notice: (message) => (this.notice = message),
    });
  }

  get notice(): string {
    return this.said;
  }

  /** Goes away by itself: what it told is then old. */
  set notice(message: string) {
    this.said = message;
    clearTimeout(this.fading);
    if (message !== '') this.fading = setTimeout(() => (this.said = ''), NOTICE_MS);
  }

  get over(): boolean {
    return this.view?.status === 'COMPLETED' || this.view?.status === 'TERMINATED';
  }

  get paused(): boolean {
    return this.view?.status === 'PAUSED';
  }

  /** By the server's clock: what it said was left, less what has passed since. */
  get left(): number {
    return this.view ? remaining(this.view.time_remaining_ms, this.toldAt, this.now, this.view.status === 'IN_PROGRESS') : 0;
  }

  /** What the person is asked to answer, or what was said to them last. */
  get question(): string {
    return this.view?.current_question?.text ?? this.lastHeard?.text ?? '';
  }

  /** The interviewer's last words if they were a goodbye: a question that was cut short by the end waits for nothing. */
  get farewell(): string {
    const last = this.view?.transcript.at(-1);
    return last?.speaker === 'interviewer' && !last.text.trimEnd().endsWith('?') ? last.text : 'Thank you.';
  }

  private get lastHeard(): Turn | undefined {
    return this.view?.transcript.findLast((turn) => turn.speaker === 'interviewer');
  }

  get lastSaid(): Turn | undefined {
    return this.view?.transcript.findLast((turn) => turn.speaker === 'candidate');
  }

  may(action: Action): boolean {
    return this.view?.allowed_actions.includes(action) ?? false;
  }

  open(): void {
    void this.ask();
    this.timer = setInterval(() => {
      this.now = performance.now();
      const every = this.talk.link === 'live' ? MEND_EVERY_MS : ASK_EVERY_MS;
      if (!this.over && this.now - this.askedAt > every) void this.ask();
    }, TICK_MS);
  }

  close(): void {
    clearInterval(this.timer);
    clearTimeout(this.fading);
    this.sleep?.();
    void this.talk.close();
  }

  /** Begins, or comes back after a reload. */
  async enter(speaking: boolean, recording: boolean): Promise<void> {
    await this.attempt(async () => {
      const begins = this.may('start');
      if (begins) await this.calls.consent(recording);
      this.entered = true;
      this.sleep ??= stayAwake(() => this.talk.wake());
      if (speaking) {
        this.talk.connect();
        await this.talk.settled();
      } else {
        // Who types wants no microphone that stays open.
        await this.talk.close();
      }
      if (begins) await this.calls.control('start');
    });
    const question = this.view?.current_question;
    if (question && speaking && this.talk.readsOut) this.talk.readOut(question.text);
  }

  async control(what: Control): Promise<void> {
    await this.attempt(() => this.calls.control(what));
  }

  async answer(text: string): Promise<boolean> {
    const words = text.trim();
    if (words === '') return false;
    this.talk.interrupt();
    this.waiting = true;
    if (this.talk.typed(words)) return true;
    const name = newKey();
    const sent = await this.attempt(() => this.calls.answer(words, name));
    if (!sent) this.waiting = false;
    return sent;
  }

  async strike(turn: string): Promise<void> {
    if (await this.attempt(() => this.calls.strike(turn))) this.notice = 'Struck. It will appear nowhere.';
  }

  /** Does something, then looks at what came of it. False when it did not work; the reason is shown. */
  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.trouble = '';
    try {
      await what();
      return true;
    } catch (error) {
      this.trouble = inWords(error);
      return false;
    } finally {
      this.busy = false;
      await this.ask();
    }
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.askedAt = performance.now();
    try {
      this.take(await this.calls.view());
    } catch (error) {
      if (error instanceof Problem && [401, 403, 404].includes(error.status)) {
        this.refused = true;
        clearInterval(this.timer);
      } else if (!this.trouble) {
        this.notice = 'The server does not answer; trying again.';
      }
    } finally {
      this.asking = false;
    }
  }

  private take(view: View): void {
    if (this.view && view.cursor < this.view.cursor) return;
    if (this.notice.startsWith('The server does not')) this.notice = '';
    const first = this.view === null;
    this.view = view;
    this.toldAt = performance.now();
    this.now = this.toldAt;
    for (const turn of view.transcript) {
      if (this.known.has(turn.id)) continue;
      this.known.add(turn.id);
      if (turn.speaker !== 'interviewer' || first) continue;
      this.waiting = false;
      // A voice at the far end speaks for itself; what it says arrives here a second time, as words.
      if (this.entered && this.talk.link !== 'live' && this.talk.link !== 'off') this.talk.readOut(turn.text);
    }
    this.talk.hold(view.status === 'PAUSED');
    if (this.over) {
      this.waiting = false;
      this.sleep?.();
      if (this.entered && !this.ended) void this.talk.finish();
      this.ended = true;
    }
  }
}
