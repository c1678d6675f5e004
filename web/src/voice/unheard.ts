// Speech whose words have not come back. A far end that dies takes with it what it had heard; the next one is told again.

/** A far end says that somebody speaks a little after they began. */
export const LEAD_FRAMES = 50;
/** Four minutes of 30 ms frames: who speaks for longer without a word written down loses the beginning, not the end. */
export const UNHEARD_FRAMES_MAX = 8_000;

interface Stopped {
  item: string;
  /** How many frames had been sent by then. */
  sent: number;
}

export class Unheard {
  private frames: Int16Array[] = [];
  private sent = 0;
  private speaking = false;
  private stopped: Stopped[] = [];

  add(pcm: Int16Array): void {
    this.frames.push(pcm);
    this.sent++;
    this.trim();
  }

  /** Somebody is heard to speak. */
  began(): void {
    this.speaking = true;
  }

  /** They fell silent; the words of this stretch are awaited. */
  ended(item: string): void {
    this.speaking = false;
    this.stopped.push({ item, sent: this.sent });
  }

  /** The words are there, or there were none: nothing up to the end of this stretch is needed again. */
  settled(item: string): void {
    const at = this.stopped.findLastIndex((one) => one.item === item);
    const stretch = this.stopped[at];
    if (!stretch) return;
    this.stopped.splice(0, at + 1);
    const kept = this.sent - stretch.sent;
    this.frames = kept === 0 ? [] : this.frames.slice(-kept);
    this.trim();
  }

  /** All of it, oldest first, for a far end that knows nothing. */
  take(): Int16Array[] {
    const all = this.frames;
    this.frames = [];
    this.stopped = [];
    this.speaking = false;
    return all;
  }

  private trim(): void {
    const most = this.speaking || this.stopped.length > 0 ? UNHEARD_FRAMES_MAX : LEAD_FRAMES;
    if (this.frames.length > most) this.frames.splice(0, this.frames.length - most);
  }
}
