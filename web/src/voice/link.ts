// The voice socket: speaks the Realtime dialect, comes back by itself, and keeps the microphone's words meanwhile.
import { fromBase64, toBase64 } from '../audio/pcm';
import { Ring } from '../audio/ring';
import { pauseMs } from '../lib/backoff';
import type { View } from '../lib/shapes';
import { Unheard } from './unheard';

/** 20 seconds of 30 ms frames. */
export const FRAMES_KEPT_MAX = 667;
/** What was missed is told at thirty times the speed of talking: the far end's queue is short. */
const OWED_AT_ONCE = 100;
const OWED_EVERY_MS = 100;
/** Failures in a row after which typing is offered instead; trying goes on. */
export const FAILURES_UNTIL_UNAVAILABLE = 3;
/** Why the far end closed, when coming back is not wanted. */
const OVER = 1000;
const REPLACED = 4409;

/** `replaced`: another tab has taken the session; taking it back would go on for ever. */
export type LinkState = 'connecting' | 'live' | 'reconnecting' | 'unavailable' | 'replaced' | 'closed';

export interface LinkEvents {
  state(state: LinkState): void;
  /** What the far end can do: a server without a speech engine neither hears nor speaks. */
  abilities(can: { hear: boolean; speak: boolean }): void;
  view(view: View): void;
  notice(level: string, message: string): void;
  audio(item: string, pcm: Int16Array): void;
  audioDone(): void;
  /** The person has begun to speak: whatever is playing must stop. */
  speechStarted(): void;
  speechStopped(): void;
  caption(who: 'interviewer' | 'candidate', item: string, delta: string, done: boolean): void;
}

interface Incoming {
  type: string;
  item_id?: string;
  delta?: string;
  transcript?: string;
  text?: string;
  level?: string;
  message?: string;
  view?: View;
  state?: View;
  error?: { code?: string; message?: string };
  session?: { output_modalities?: string[]; audio?: { input?: { transcription?: object | null } } };
}

/** Errors that are the ordinary end of a race between the person and the interviewer. */
const HARMLESS = new Set(['response_cancel_not_active', 'item_truncate_invalid_item_id', 'invalid_value', 'not_allowed']);

export class VoiceLink {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private ready = false;
  private closed = false;
  private readonly waiting = new Ring<Int16Array>(FRAMES_KEPT_MAX);
  private readonly unheard = new Unheard();
  /** What the far end before had not understood, until this one has been told. */
  private owed: Int16Array[] = [];
  private pace: ReturnType<typeof setTimeout> | undefined;
  private caughtUp = false;

  constructor(
    private readonly url: string,
    private readonly token: string | null,
    private readonly events: LinkEvents,
    private readonly open: (url: string, protocols: string[]) => WebSocket = (at, protocols) => new WebSocket(at, protocols),
  ) {}

  connect(): void {
    if (this.closed || this.socket) return;
    this.events.state(this.failures === 0 ? 'connecting' : this.failures < FAILURES_UNTIL_UNAVAILABLE ? 'reconnecting' : 'unavailable');
    const protocols = ['realtime', ...(this.token ? [`openai-insecure-api-key.${this.token}`] : [])];
    const socket = this.open(this.url, protocols);
    this.socket = socket;
    socket.onmessage = (message) => {
      if (socket === this.socket) this.receive(String(message.data));
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (code === OVER || code === REPLACED) this.leave(code === REPLACED ? 'replaced' : 'closed');
      else this.lost();
    };
  }

  /** Before the far end is ready the frame waits its turn. */
  microphone(pcm: Int16Array): void {
    if (this.ready && this.caughtUp) this.append(pcm);
    else if (!this.closed) this.waiting.push(pcm);
  }

  interrupted(item: string, audio_end_ms: number): void {
    this.send({ type: 'response.cancel' });
    this.send({ type: 'conversation.item.truncate', item_id: item, content_index: 0, audio_end_ms });
  }

  /** An answer that was typed while the voice is there. False when the far end cannot have it. */
  typed(text: string): boolean {
    if (!this.ready) return false;
    this.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } });
    return true;
  }

  played(item_id: string, audio_end_ms: number): void {
    this.send({ type: 'viva.played', item_id, audio_end_ms });
  }

  get isLive(): boolean {
    return this.ready;
  }

  close(): void {
    const { socket } = this;
    if (!this.closed) this.leave('closed');
    socket?.close(OVER);
  }

  private leave(state: LinkState): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.pace);
    this.socket = null;
    this.ready = false;
    this.events.state(state);
  }

  private catchUp(): void {
    for (const frame of this.owed.splice(0, OWED_AT_ONCE)) this.append(frame);
    if (this.owed.length > 0) {
      this.pace = setTimeout(() => this.catchUp(), OWED_EVERY_MS);
      return;
    }
    this.caughtUp = true;
    for (const frame of this.waiting.drain()) this.append(frame);
  }

  private append(pcm: Int16Array): void {
    this.unheard.add(pcm);
    this.send({ type: 'input_audio_buffer.append', audio: toBase64(pcm) });
  }

  private send(event: object): void {
    if (this.ready) this.socket?.send(JSON.stringify(event));
  }

  private lost(): void {
    clearTimeout(this.pace);
    this.socket = null;
    this.ready = false;
    this.caughtUp = false;
    if (this.closed) return;
    this.failures++;
    this.events.state(this.failures < FAILURES_UNTIL_UNAVAILABLE ? 'reconnecting' : 'unavailable');
    this.timer = setTimeout(() => this.connect(), pauseMs(this.failures));
  }

  private receive(text: string): void {
    const event = JSON.parse(text) as Incoming;
    const item = event.item_id ?? '';
    switch (event.type) {
      case 'session.created':
        this.failures = 0;
        this.ready = true;
        this.events.abilities({
          hear: event.session?.audio?.input?.transcription !== null,
          speak: event.session?.output_modalities?.includes('audio') ?? true,
        });
        this.events.state('live');
        this.owed = [...this.unheard.take(), ...this.owed];
        this.catchUp();
        break;
      case 'viva.state': {
        const view = event.view ?? event.state ?? (event as unknown as View);
        this.events.view(view);
        break;
      }
      case 'viva.notice':
        this.events.notice(event.level ?? 'info', event.message ?? '');
        break;
      case 'input_audio_buffer.speech_started':
        this.unheard.began();
        this.events.speechStarted();
        break;
      case 'input_audio_buffer.speech_stopped':
        this.unheard.ended(item);
        this.events.speechStopped();
        break;
      case 'response.output_audio.delta':
        if (event.delta) this.events.audio(item, fromBase64(event.delta));
        break;
      case 'response.output_audio.done':
        this.events.audioDone();
        break;
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        this.events.caption('interviewer', item, event.delta ?? '', false);
        break;
      case 'response.output_audio_transcript.done':
      case 'response.output_text.done':
        this.events.caption('interviewer', item, event.transcript ?? event.text ?? '', true);
        break;
      case 'conversation.item.input_audio_transcription.delta':
        this.events.caption('candidate', item, event.delta ?? '', false);
        break;
      case 'conversation.item.input_audio_transcription.failed':
        this.unheard.settled(item);
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.unheard.settled(item);
        this.events.caption('candidate', item, event.transcript ?? '', true);
        break;
      case 'error':
        if (!HARMLESS.has(event.error?.code ?? '')) this.events.notice('warning', event.error?.message ?? 'the voice reported an error');
        break;
      default:
        // The dialect has more events than a room needs.
        break;
    }
  }
}
