// Changes the rate of a stream of samples, block by block, without a seam between blocks.

/** Zero crossings of the filter on each side: enough for speech, cheap enough for an audio thread. */
const CROSSINGS = 12;

/** A windowed sinc. Going down, the filter also removes what the lower rate cannot carry. */
export class Resampler {
  private readonly step: number;
  private readonly cutoff: number;
  private readonly reach: number;
  /** Input that is still within reach of output to come; silence before the beginning. */
  private kept: Float32Array;
  /** The place of the next output sample, counted in input samples from the start of `kept`. */
  private at: number;

  constructor(from: number, to: number) {
    this.step = from / to;
    this.cutoff = Math.min(1, to / from);
    this.reach = Math.ceil(CROSSINGS / this.cutoff);
    this.kept = new Float32Array(this.reach);
    this.at = this.reach;
  }

  push(block: Float32Array): Float32Array {
    if (this.step === 1) return block;
    const input = new Float32Array(this.kept.length + block.length);
    input.set(this.kept);
    input.set(block, this.kept.length);
    const last = input.length - this.reach - 1;
    const n = last < this.at ? 0 : Math.floor((last - this.at) / this.step) + 1;
    const out = new Float32Array(n);
    for (let i = 0; i < n; i++) out[i] = this.sample(input, this.at + i * this.step);
    this.at += n * this.step;
    const from = Math.max(0, Math.floor(this.at) - this.reach);
    this.kept = input.slice(from);
    this.at -= from;
    return out;
  }

  private sample(input: Float32Array, place: number): number {
    const centre = Math.floor(place);
    let sum = 0;
    for (let i = centre - this.reach + 1; i <= centre + this.reach; i++) {
      const distance = place - i;
      sum += (input[i] ?? 0) * this.weight(distance);
    }
    return sum;
  }

  private weight(distance: number): number {
    const x = distance * this.cutoff;
    if (Math.abs(x) >= CROSSINGS) return 0;
    if (x === 0) return this.cutoff;
    const sinc = Math.sin(Math.PI * x) / (Math.PI * x);
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / CROSSINGS);
    return this.cutoff * sinc * window;
  }
}

/** Cuts a stream into frames of one length. */
export class Framer {
  private rest: Float32Array = new Float32Array(0);

  constructor(private readonly size: number) {}

  push(block: Float32Array): Float32Array[] {
    const all = new Float32Array(this.rest.length + block.length);
    all.set(this.rest);
    all.set(block, this.rest.length);
    const frames: Float32Array[] = [];
    let at = 0;
    for (; at + this.size <= all.length; at += this.size) frames.push(all.slice(at, at + this.size));
    this.rest = all.slice(at);
    return frames;
  }
}
