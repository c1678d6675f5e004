import { expect, test } from 'vitest';
import { plainText, tally } from './essay';
import type { Essay } from './shapes';

const essay: Essay = {
  style: 'standard',
  title: 'Reading water',
  subtitle: 'A pilot talks',
  paragraphs: [
    { heading: 'The tide', sentences: [{ text: 'I learned it late.', grade: 'quoted', sources: [] }, { text: 'Much later, it paid.', grade: 'bridging', sources: [] }] },
    { pull_quote: { text: '"You never fight it."', grade: 'quoted', sources: [] }, sentences: [] },
  ],
  unsupported: [],
  quotations: { kept: 1, repaired: 0, removed: 0 },
};

test('plain text has every word once and no marks', () => {
  expect(plainText(essay)).toBe('Reading water\n\nA pilot talks\n\nThe tide\n\nI learned it late. Much later, it paid.\n\n“You never fight it.”\n');
});

test('sentences are counted by grade', () => {
  expect(tally(essay)).toEqual({ quoted: 1, paraphrased: 0, bridging: 1, words: 8 });
});
