// What is to be played: evens out how audio arrives, knows to the sample what was heard, and can be emptied at once.

export interface Heard {
  item: string;
  ms: number;
}

interface Piece {
  item: string;
  samples: Float32Array;
  at: number;
}

export class JitterBuffer {
  private pieces: Piece[] = [];
  private waiting = 0;
  private flowing = false;
  private readonly played = new Map<string, number>();
  private current: string | null = null;
  private readonly refused: string[] = [];

  /**
   * @param cushion samples that must be there before playing begins, or begins again after running dry
   * @param most samples kept; a provider sends faster than real time, a whole answer must fit
   */
  constructor(
    private readonly rate: number,
    private readonly cushion: number,
    private readonly most: number,
  ) {}

  /** False when the samples were not taken: too many, or of something that was interrupted. */
  push(item: string, samples: Float32Array): boolean {
    if (this.refused.includes(item) || this.waiting + samples.length > this.most) return false;
    this.pieces.push({ item, samples, at: 0 });
    this.waiting += samples.length;
    return true;
  }

  /** The item is complete: a short one must not wait for a cushion that never comes. */
  finish(): void {
    if (this.waiting > 0) this.flowing = true;
  }

  /** Fills one block; what is missing is silence. */
  pull(out: Float32Array): void {
    out.fill(0);
    if (!this.flowing && this.waiting < Math.max(1, this.cushion)) return;
    this.flowing = true;
    let n = 0;
    while (n < out.length) {
      const piece = this.pieces[0];
      if (!piece) break;
      const take = Math.min(out.length - n, piece.samples.length - piece.at);
      out.set(piece.samples.subarray(piece.at, piece.at + take), n);
      piece.at += take;
      n += take;
      this.current = piece.item;
      this.played.set(piece.item, (this.played.get(piece.item) ?? 0) + take);
      if (piece.at === piece.samples.length) this.pieces.shift();
    }
    this.waiting -= n;
    if (this.waiting === 0) this.flowing = false;
  }

  /** Barge-in: nothing more of what is playing or waiting is heard. Says what was cut short, and where. */
  clear(): Heard | null {
    const cut = this.waiting > 0 ? (this.pieces[0]?.item ?? null) : null;
    for (const piece of this.pieces) this.refuse(piece.item);
    const heard = cut === null ? null : { item: cut, ms: this.ms(cut) };
    this.pieces = [];
    this.waiting = 0;
    this.flowing = false;
    return heard;
  }

  heard(): Heard | null {
    return this.current === null ? null : { item: this.current, ms: this.ms(this.current) };
  }

  get isPlaying(): boolean {
    return this.waiting > 0;
  }

  private ms(item: string): number {
    return Math.floor(((this.played.get(item) ?? 0) * 1000) / this.rate);
  }

  private refuse(item: string): void {
    if (this.refused.includes(item)) return;
    this.refused.push(item);
    // Late audio comes from the last few items only.
    if (this.refused.length > 8) this.refused.shift();
  }
}
