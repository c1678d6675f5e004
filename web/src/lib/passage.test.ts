import { expect, test } from 'vitest';
import { passage } from './passage';

const TURN = 'Well, um, I ordered both tugs to push against the tide. You never fight the tide, you borrow it.';

test('the words of a sentence are found in the turn, whatever stands between and around them', () => {
  expect(passage(TURN, '“You never fight the tide, you borrow it.”')).toEqual([
    'Well, um, I ordered both tugs to push against the tide. ', 'You never fight the tide, you borrow it', '.',
  ]);
});

test('a sentence that was shortened is found by its longest run of words', () => {
  expect(passage(TURN, 'There I ordered both tugs to push, and it worked.')?.[1]).toBe('I ordered both tugs to push');
});

test('a word or two in common is no passage, unless there are no more', () => {
  expect(passage(TURN, 'The tide comes twice a day.')).toBeNull();
  expect(passage('It was cold.', 'Cold.')?.[1]).toBe('cold');
  expect(passage('', 'Cold.')).toBeNull();
});
