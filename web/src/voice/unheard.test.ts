import { expect, it } from 'vitest';
import { LEAD_FRAMES, Unheard, UNHEARD_FRAMES_MAX } from './unheard';

const speak = (unheard: Unheard, from: number, to: number): void => {
  for (let n = from; n <= to; n++) unheard.add(Int16Array.from([n]));
};
const numbers = (unheard: Unheard): (number | undefined)[] => unheard.take().map((pcm) => pcm[0]);

it('keeps the silence before speech only as long as a beginning may be noticed late', () => {
  const unheard = new Unheard();
  speak(unheard, 1, 200);
  expect(numbers(unheard)).toHaveLength(LEAD_FRAMES);
});

it('keeps everything since the beginning of speech until its words are there', () => {
  const unheard = new Unheard();
  speak(unheard, 1, 60);
  unheard.began();
  speak(unheard, 61, 300);
  unheard.ended('a');
  speak(unheard, 301, 310);
  expect(numbers(unheard)).toEqual(Array.from({ length: 300 }, (_, n) => n + 11));
});

it('forgets what was understood and keeps what was said after it', () => {
  const unheard = new Unheard();
  unheard.began();
  speak(unheard, 1, 100);
  unheard.ended('a');
  unheard.began();
  speak(unheard, 101, 220);
  unheard.settled('a');
  expect(numbers(unheard)).toEqual(Array.from({ length: 120 }, (_, n) => n + 101));
});

it('has nothing to repeat when all was understood', () => {
  const unheard = new Unheard();
  unheard.began();
  speak(unheard, 1, 100);
  unheard.ended('a');
  unheard.settled('a');
  unheard.settled('never begun');
  expect(numbers(unheard)).toEqual([]);
});

it('keeps the newest of a speech that is too long', () => {
  const unheard = new Unheard();
  unheard.began();
  speak(unheard, 1, UNHEARD_FRAMES_MAX + 7);
  expect(numbers(unheard).at(0)).toBe(8);
});
