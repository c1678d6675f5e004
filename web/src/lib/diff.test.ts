import { expect, it } from 'vitest';
import { type Change, diff } from './diff';

const without = (changes: Change[], kind: Change['kind']) =>
  changes.filter((change) => change.kind !== kind).map((change) => change.text).join('');

it('shows the words that changed and leaves the rest alone', () => {
  expect(diff('I learned to fly in 1966.', 'I learned to sail in 1966.')).toEqual([
    { kind: 'same', text: 'I learned to ' },
    { kind: 'removed', text: 'fly' },
    { kind: 'added', text: 'sail' },
    { kind: 'same', text: ' in 1966.' },
  ]);
});

it('gives both texts back, whatever they are', () => {
  let seed = 7;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const text = () => Array.from({ length: Math.floor(chance() * 30) }, () => ['a', 'b', 'c\n\n', 'd.'][Math.floor(chance() * 4)]).join(' ');
  for (let i = 0; i < 200; i++) {
    const [before, after] = [text(), text()];
    const changes = diff(before, after);
    expect(without(changes, 'added')).toBe(before);
    expect(without(changes, 'removed')).toBe(after);
  }
});

it('does not count the words of two books', () => {
  const before = Array.from({ length: 3000 }, (_, i) => `a${i}`).join(' ');
  const after = Array.from({ length: 3000 }, (_, i) => `b${i}`).join(' ');
  expect(diff(before, after).map((change) => change.kind)).toEqual(['removed', 'added']);
});
