import { describe, expect, it } from 'vitest';
import { JitterBuffer } from './jitter';
import { fromBase64, fromPcm16, level, toBase64, toPcm16 } from './pcm';
import { Framer, Resampler } from './resample';
import { Ring } from './ring';

const tone = (hz: number, rate: number, n: number) => Float32Array.from({ length: n }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));
const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length);

function through(resampler: Resampler, input: Float32Array, block: number): Float32Array {
  const out: number[] = [];
  for (let at = 0; at < input.length; at += block) out.push(...resampler.push(input.subarray(at, at + block)));
  return Float32Array.from(out);
}

describe('the resampler', () => {
  it('keeps a tone, its length and its loudness at every common rate', () => {
    for (const rate of [16_000, 44_100, 48_000, 96_000]) {
      const out = through(new Resampler(rate, 24_000), tone(440, rate, rate), 128);
      expect(Math.abs(out.length - 24_000), `${rate}`).toBeLessThan(60);
      const middle = out.subarray(1000, 23_000);
      expect(rms(middle), `${rate}`).toBeCloseTo(Math.SQRT1_2, 2);
      const crossings = middle.reduce((n, s, i) => n + (i > 0 && s >= 0 !== (middle[i - 1] ?? 0) >= 0 ? 1 : 0), 0);
      expect(Math.abs(crossings - (2 * 440 * middle.length) / 24_000), `${rate}`).toBeLessThanOrEqual(2);
    }
  });

  it('removes what the lower rate would fold back into speech', () => {
    const out = through(new Resampler(48_000, 24_000), tone(18_000, 48_000, 48_000), 128);
    expect(rms(out.subarray(1000, 20_000))).toBeLessThan(0.01);
  });

  it('has no seam between blocks', () => {
    const input = tone(300, 48_000, 9_600);
    const small = through(new Resampler(48_000, 24_000), input, 128);
    const large = through(new Resampler(48_000, 24_000), input, 9_600);
    expect(small.length).toBe(large.length);
    expect(Math.max(...small.map((sample, i) => Math.abs(sample - (large[i] ?? 0))))).toBeLessThan(1e-5);
  });
});

it('cuts frames of one length and loses no sample', () => {
  const framer = new Framer(720);
  const frames = [128, 640, 1, 2000].flatMap((n) => framer.push(new Float32Array(n).fill(n)));
  expect(frames.map((frame) => frame.length)).toEqual([720, 720, 720]);
  expect(frames[0]?.[127]).toBe(128);
  expect(frames[0]?.[128]).toBe(640);
});

it('carries samples over the wire and back', () => {
  const pcm = Int16Array.from([0, 1, -1, 32767, -32768, 12345]);
  expect(fromBase64(toBase64(pcm))).toEqual(pcm);
  expect(toPcm16(Float32Array.from([0, 1, -1, 2, -2]))).toEqual(Int16Array.from([0, 32767, -32768, 32767, -32768]));
  expect(fromPcm16(Int16Array.from([-32768, 16384]))).toEqual(Float32Array.from([-1, 0.5]));
  expect(fromBase64(btoa('abc'))).toHaveLength(1);
});

it('shows loudness evenly from silence to full', () => {
  expect(level(new Float32Array(10))).toBe(0);
  expect(level(new Float32Array(10).fill(1))).toBe(1);
  expect(level(new Float32Array(10).fill(0.0316))).toBeCloseTo(0.5, 2);
});

it('keeps the newest frames when a connection is away too long', () => {
  const ring = new Ring<number>(3);
  for (let i = 1; i <= 5; i++) ring.push(i);
  expect(ring.drain()).toEqual([3, 4, 5]);
  expect(ring.dropped).toBe(2);
  expect(ring.length).toBe(0);
});

describe('the jitter buffer', () => {
  const make = () => new JitterBuffer(1000, 100, 1000);
  const pull = (buffer: JitterBuffer, n: number) => {
    const out = new Float32Array(n);
    buffer.pull(out);
    return out;
  };

  it('waits for a cushion before it begins', () => {
    const buffer = make();
    buffer.push('a', new Float32Array(99).fill(1));
    expect(pull(buffer, 10)).toEqual(new Float32Array(10));
    buffer.push('a', new Float32Array(1).fill(1));
    expect(pull(buffer, 10)).toEqual(new Float32Array(10).fill(1));
    expect(buffer.heard()).toEqual({ item: 'a', ms: 10 });
  });

  it('does not keep a short word waiting for more', () => {
    const buffer = make();
    buffer.push('a', new Float32Array(20).fill(1));
    buffer.finish();
    expect(pull(buffer, 30)[19]).toBe(1);
    expect(buffer.heard()).toEqual({ item: 'a', ms: 20 });
  });

  it('is silent from the next block on when the person interrupts, and knows what was heard', () => {
    const buffer = make();
    buffer.push('a', new Float32Array(500).fill(1));
    pull(buffer, 130);
    expect(buffer.clear()).toEqual({ item: 'a', ms: 130 });
    expect(pull(buffer, 10)).toEqual(new Float32Array(10));
    expect(buffer.push('a', new Float32Array(500))).toBe(false);
    expect(buffer.push('b', new Float32Array(500))).toBe(true);
  });

  it('has nothing to cut when everything was heard', () => {
    const buffer = make();
    buffer.push('a', new Float32Array(100).fill(1));
    pull(buffer, 200);
    expect(buffer.clear()).toBeNull();
    expect(buffer.heard()).toEqual({ item: 'a', ms: 100 });
  });

  it('counts each item by itself', () => {
    const buffer = make();
    buffer.push('a', new Float32Array(100));
    buffer.push('b', new Float32Array(100));
    pull(buffer, 150);
    expect(buffer.heard()).toEqual({ item: 'b', ms: 50 });
  });

  it('takes no more than it has room for', () => {
    const buffer = make();
    expect(buffer.push('a', new Float32Array(1000))).toBe(true);
    expect(buffer.push('a', new Float32Array(1))).toBe(false);
  });
});
