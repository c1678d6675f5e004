import { expect, it } from 'vitest';
import { pauseMs } from './backoff';
import { ago, clock, leftInWords, money, remaining, seconds } from './time';

it('writes a clock that does not jump in width', () => {
  expect([0, 999, 61_000, 599_999, 3_729_000, -5].map(clock)).toEqual(['0:00', '0:00', '1:01', '9:59', '1:02:09', '0:00']);
});

it('says what is left without hurrying anyone', () => {
  expect([0, 59_000, 80_000, 840_000].map(leftInWords)).toEqual([
    'time is up', 'less than a minute left', 'about a minute left', 'about 14 minutes left',
  ]);
});

it('counts down from what the server said, and stands still while the talk does', () => {
  expect(remaining(10_000, 1_000, 4_000, true)).toBe(7_000);
  expect(remaining(10_000, 1_000, 4_000, false)).toBe(10_000);
  expect(remaining(1_000, 0, 9_000, true)).toBe(0);
  expect(remaining(1_000, 5_000, 4_000, true)).toBe(1_000);
});

it('tells the age of things in words', () => {
  const now = new Date('2026-05-04T12:00:00Z');
  const of = (written: string) => ago(written, now);
  expect([of('2026-05-04T11:59:50Z'), of('2026-05-04T11:55:00Z'), of('2026-05-04T10:59:00Z'), of('2026-05-03T11:00:00Z')]).toEqual([
    'just now', '5 minutes ago', 'an hour ago', 'yesterday',
  ]);
  expect(of('2026-01-02T00:00:00Z')).toContain('2026');
  expect(of('nonsense')).toBe('');
});

it('writes seconds and money as people do', () => {
  expect([45, 60, 150].map(seconds)).toEqual(['45 s', '1 min', '2 min 30 s']);
  expect([0, 0.004, 1.5].map(money)).toEqual(['$0.00', 'under $0.01', '$1.50']);
});

it('waits longer after each failure, but never much longer', () => {
  const longest = [1, 2, 3, 10].map((attempt) => pauseMs(attempt, 1));
  expect(longest).toEqual([250, 500, 1000, 8000]);
  expect(pauseMs(1, 0)).toBe(125);
});
