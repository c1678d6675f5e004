// The sound of a room: microphone and loudspeaker, the voice socket, and the browser's own speech where the server has none.
import { Audio, canCapture } from '../audio/devices';
import type { View } from '../lib/shapes';
import { canRecognise, canSpeak, Ears, hush, say } from './browser-speech';
import { Answer } from './ears';
import { type LinkState, VoiceLink } from './link';

/** The far end learns where playing stands; it does not need to know every tenth of a second. */
const PLAYED_EVERY_MS = 400;
/** How long the last words may take to play out after the end. */
const GOODBYE_MS_MAX = 12_000;
const SAID_MAX = 64;
/** A slow far end must not keep a person waiting before the first word. */
const SETTLE_MS_MAX = 4_000;

export type Speaking = 'interviewer' | 'candidate' | null;

interface Hooks {
  view(view: View): void;
  answer(text: string): void;
  notice(message: string): void;
}

export class Talk {
  link = $state<LinkState | 'off'>('off');
  speaking = $state<Speaking>(null);
  level = $state(0);
  muted = $state(false);
  interviewer = $state('');
  candidate = $state('');
  hasMicrophone = $state(false);
  /** The server hears and speaks; otherwise the browser does, or people type. */
  private hears = $state(true);
  private speaks = $state(true);
  /** The browser has ears, but they do not work: many need a network service. */
  private recognises = $state(canRecognise());
  private audio: Audio | null = null;
  private voice: VoiceLink | null = null;
  private held = false;
  private playedAt = 0;
  private caption = { interviewer: '', candidate: '' };
  private readonly sounded: string[] = [];
  private readonly answer: Answer;
  private readonly ears: Ears;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly token: string | null,
    private readonly hooks: Hooks,
  ) {
    this.answer = new Answer((text) => (this.candidate = text), (text) => hooks.answer(text));
    this.ears = new Ears((partial) => this.answer.hearing(partial), (text) => this.answer.heard(text), () => this.deaf());
  }

  /** Whether speaking reaches anyone. */
  get canTalk(): boolean {
    return (this.link === 'live' && this.hears && this.hasMicrophone) || (this.usesBrowserEars && this.recognises);
  }

  /** Nobody at the far end makes sound, so the page reads new turns out. */
  get readsOut(): boolean {
    return canSpeak() && (this.link === 'unavailable' || this.link === 'off' || !this.speaks);
  }

  /** The person is in the middle of an answer. */
  get isAnswering(): boolean {
    return this.speaking === 'candidate' || (this.usesBrowserEars && this.candidate !== '');
  }

  get usesBrowserEars(): boolean {
    return this.link === 'unavailable' || (this.link === 'live' && !this.hears);
  }

  /** From a click. Asks for the microphone. */
  async openMicrophone(device?: string): Promise<void> {
    if (!canCapture()) throw new Error('This browser does not let pages use a microphone here. You can type instead.');
    this.audio ??= await Audio.open();
    await this.audio.listen(device);
    this.audio.onFrame = (pcm, level) => this.frame(pcm, level);
    this.audio.onPlayed = ({ heard, playing, level }) => {
      if (playing) this.level = level;
      this.speaking = playing ? 'interviewer' : this.speaking === 'interviewer' ? null : this.speaking;
      const now = performance.now();
      if (heard && (!playing || now - this.playedAt > PLAYED_EVERY_MS)) {
        this.playedAt = now;
        this.voice?.played(heard.item, heard.ms);
      }
    };
    this.audio.onSilenced = () => {
      this.hasMicrophone = false;
      this.hooks.notice('The microphone is gone. You can type; to speak again, connect it and reload this page.');
    };
    this.hasMicrophone = true;
  }

  connect(): void {
    this.voice ??= new VoiceLink(this.url, this.token, {
      state: (state) => this.changed(state),
      abilities: ({ hear, speak }) => {
        this.hears = hear;
        this.speaks = speak;
      },
      view: (view) => this.hooks.view(view),
      notice: (level, message) => {
        // That all is well needs no words.
        if (level !== 'info') this.hooks.notice(message);
      },
      audio: (item, pcm) => {
        this.noteSound(item);
        this.audio?.play(item, pcm);
      },
      audioDone: () => this.audio?.finish(),
      speechStarted: () => void this.bargeIn(),
      speechStopped: () => (this.speaking = null),
      caption: (who, item, text, done) => this.captioned(who, item, text, done),
    });
    this.voice.connect();
  }

  /** Resolves when the far end is there, or will not be: words that are spoken before would be missed. */
  async settled(): Promise<void> {
    const until = performance.now() + SETTLE_MS_MAX;
    while ((this.link === 'connecting' || this.link === 'reconnecting') && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A typed answer goes the way the voice goes, so that the voice knows of it. */
  typed(text: string): boolean {
    return this.voice?.typed(text) ?? false;
  }

  mute(muted: boolean): void {
    this.muted = muted;
    this.audio?.mute(muted);
    if (muted) this.answer.drop();
    this.listen();
  }

  /** During a break nothing is heard and nothing is said. */
  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    this.audio?.mute(held || this.muted);
    if (held) {
      hush();
      this.answer.drop();
    }
    this.listen();
  }

  /** Reads a turn out with the browser's own voice; listening waits, because this voice is not cancelled from the microphone. */
  readOut(text: string): void {
    this.queue = this.queue.then(async () => {
      if (!this.readsOut || this.held) return;
      this.ears.stop();
      this.speaking = 'interviewer';
      await say(text);
      this.speaking = null;
      this.listen();
    });
  }

  /** The person does not want to wait for the voice. */
  interrupt(): void {
    hush();
    void this.bargeIn();
  }

  /** The page is looked at again. */
  wake(): void {
    void this.audio?.resume();
  }

  sendNow(): void {
    this.answer.finish();
  }

  /** The interview is over: no microphone from here on; the last words are heard to their end. */
  async finish(): Promise<void> {
    this.ears.stop();
    this.answer.drop();
    this.audio?.mute(true);
    this.voice?.close();
    const until = performance.now() + GOODBYE_MS_MAX;
    while (this.audio && this.speaking === 'interviewer' && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await this.close();
  }

  async close(): Promise<void> {
    this.ears.stop();
    hush();
    this.voice?.close();
    this.hasMicrophone = false;
    this.speaking = null;
    this.level = 0;
    const { audio } = this;
    this.audio = null;
    await audio?.close();
  }

  private changed(state: LinkState): void {
    this.link = state;
    this.listen();
  }

  private deaf(): void {
    this.recognises = false;
    this.hooks.notice('This browser cannot write down what you say. Please type your answers; the questions are read out.');
  }

  private listen(): void {
    if (this.usesBrowserEars && this.recognises && !this.muted && !this.held && this.speaking !== 'interviewer') this.ears.start();
    else this.ears.stop();
  }

  private frame(pcm: Int16Array, level: number): void {
    if (this.speaking !== 'interviewer') this.level = this.muted ? 0 : level;
    if (!this.muted && !this.held && this.hears) this.voice?.microphone(pcm);
  }

  private async bargeIn(): Promise<void> {
    this.speaking = 'candidate';
    const cut = await this.audio?.clear();
    if (cut) this.voice?.interrupted(cut.item, cut.ms);
  }

  private captioned(who: 'interviewer' | 'candidate', item: string, text: string, done: boolean): void {
    if (this.caption[who] !== item) {
      this.caption[who] = item;
      this[who] = '';
      // What was answered before belongs to the question before.
      if (who === 'interviewer') this.candidate = '';
    }
    this[who] = done ? text : this[who] + text;
    if (who === 'interviewer' && done && !this.sounded.includes(item)) {
      // Words without sound: there is no speech engine at the far end, neither to speak nor to hear.
      this.speaks = false;
      this.hears = false;
      this.readOut(text);
    }
  }

  private noteSound(item: string): void {
    if (this.sounded.at(-1) === item) return;
    this.sounded.push(item);
    if (this.sounded.length > SAID_MAX) this.sounded.shift();
  }
}
