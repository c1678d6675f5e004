// The turns behind a sentence, and the recording they can be heard in.
import { inWords, owner } from '../../lib/api';
import type { Turn, View } from '../../lib/shapes';
import { turnRef } from '../../lib/turns';

export interface FoundTurn {
  key: string;
  session: string;
  turn: Turn | null;
  /** Where to begin to listen. */
  at_ms: number;
  recorded: boolean;
}

export interface Wanted {
  ref: string;
  start_ms?: number;
}

export class Sources {
  found = $state.raw<FoundTurn[]>([]);
  /** What is shown as chosen; a sentence or a finding. */
  chosen = $state('');
  trouble = $state('');
  playing = $state<string | null>(null);
  private readonly views = new Map<string, Promise<View>>();
  private player: HTMLAudioElement | null = null;

  constructor(readonly session: string) {}

  view(session: string = this.session): Promise<View> {
    let known = this.views.get(session);
    if (!known) {
      known = owner.get<View>(`/v1/sessions/${session}`);
      this.views.set(session, known);
      known.catch(() => this.views.delete(session));
    }
    return known;
  }

  /** Shows where words come from and, if there is a recording, plays them. */
  async show(key: string, wanted: Wanted[], listen = true): Promise<void> {
    this.chosen = key;
    this.trouble = '';
    try {
      const found = await Promise.all(wanted.map((one) => this.find(one)));
      if (this.chosen !== key) return;
      this.found = found;
      const first = found.find((one) => one.recorded);
      if (listen && first) await this.play(first);
    } catch (error) {
      this.trouble = inWords(error);
    }
  }

  async play(one: FoundTurn): Promise<void> {
    const src = `/v1/sessions/${one.session}/recording`;
    this.player ??= new Audio();
    const { player } = this;
    if (!player.src.endsWith(src)) player.src = src;
    player.onended = () => (this.playing = null);
    player.ontimeupdate = () => {
      if (one.turn && player.currentTime * 1000 > one.turn.end_ms) this.stop();
    };
    this.playing = one.key;
    player.currentTime = one.at_ms / 1000;
    try {
      await player.play();
    } catch (error) {
      // Another click replaced this one before it began.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      this.playing = null;
      this.trouble = 'The recording cannot be played in this browser.';
    }
  }

  stop(): void {
    this.player?.pause();
    this.playing = null;
  }

  clear(): void {
    this.stop();
    this.chosen = '';
    this.found = [];
  }

  private async find({ ref, start_ms }: Wanted): Promise<FoundTurn> {
    const { session, turn } = turnRef(ref);
    const view = await this.view(session ?? this.session);
    const spoken = view.transcript.find((one) => one.id === turn) ?? null;
    return {
      key: ref,
      session: view.id,
      turn: spoken,
      at_ms: start_ms ?? spoken?.start_ms ?? 0,
      // What was typed took no time, and made no sound.
      recorded: spoken !== null && view.has_recording === true && spoken.end_ms > spoken.start_ms,
    };
  }
}
