import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Answer, QUIET_MS } from './ears';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function answer() {
  const finished: string[] = [];
  let shown = '';
  const it = new Answer((text) => (shown = text), (text) => finished.push(text));
  return { it, finished, shown: () => shown };
}

test('an answer ends after a silence and joins what was recognised in pieces', () => {
  const { it, finished, shown } = answer();
  it.hearing('the tide');
  it.heard('The tide turns.');
  it.hearing('Then we');
  expect(shown()).toBe('The tide turns. Then we');
  it.heard('Then we wait.');
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(finished).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(finished).toEqual(['The tide turns. Then we wait.']);
  expect(shown()).toBe('');
});

test('who goes on speaking is not cut off', () => {
  const { it, finished } = answer();
  it.heard('One.');
  vi.advanceTimersByTime(QUIET_MS - 1);
  it.hearing('two');
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(finished).toEqual([]);
});

test('silence alone is no answer', () => {
  const { it, finished } = answer();
  it.hearing('');
  it.finish();
  vi.advanceTimersByTime(QUIET_MS * 2);
  expect(finished).toEqual([]);
});

test('dropped words are never sent', () => {
  const { it, finished } = answer();
  it.heard('Not this.');
  it.drop();
  vi.advanceTimersByTime(QUIET_MS * 2);
  expect(finished).toEqual([]);
});
