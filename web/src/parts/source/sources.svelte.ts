// The turns behind a sentence, and the recording they can be heard in.
import { inWords, owner } from '../../lib/api';
import { passage } from '../../lib/passage';
import type { LogEvent, Turn, View } from '../../lib/shapes';
import { turnRef } from '../../lib/turns';

const EVENTS_MAX = 5_000;

export interface FoundTurn {
  key: string;
  session: string;
  turn: Turn | null;
  /** Where to begin to listen. */
  at_ms: number;
  recorded: boolean;
  typed: boolean;
  /** The turn with the words that were used in its middle. */
  marked: [string, string, string] | null;
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
  private readonly typedIn = new Map<string, Promise<Set<string>>>();
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
  async show(key: string, wanted: Wanted[], words: string, listen = true): Promise<void> {
    this.chosen = key;
    this.trouble = '';
    try {
      const found = await Promise.all(wanted.map((one) => this.find(one, words)));
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

  /** What was typed made no sound, though the microphone may have been on. Only the log knows how a turn came. */
  private typed(session: string): Promise<Set<string>> {
    let known = this.typedIn.get(session);
    if (!known) {
      known = owner.get<{ events: LogEvent[] }>(`/v1/sessions/${session}/events?limit=${EVENTS_MAX}`).then(
        ({ events }) => new Set(events.filter(({ payload }) => payload['channel'] === 'text').map(({ payload }) => String(payload['turn_id']))),
      );
      this.typedIn.set(session, known);
      known.catch(() => this.typedIn.delete(session));
    }
    return known;
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

  private async find({ ref, start_ms }: Wanted, words: string): Promise<FoundTurn> {
    const { session, turn } = turnRef(ref);
    const view = await this.view(session ?? this.session);
    const spoken = view.transcript.find((one) => one.id === turn) ?? null;
    const typed = spoken !== null && view.has_recording === true && (await this.typed(view.id)).has(spoken.id);
    return {
      key: ref,
      session: view.id,
      turn: spoken,
      at_ms: start_ms ?? spoken?.start_ms ?? 0,
      recorded: spoken !== null && view.has_recording === true && !typed,
      typed,
      marked: spoken && passage(spoken.text, words),
    };
  }
}
