import { expect, it } from 'vitest';
import { tally } from './rehearsal';
import type { RehearsedRun } from './shapes';

const run = (minutes: number, musts_asked: number, asked: number): RehearsedRun => ({
  seed: 1, minutes, turns: 9, answers: 4, questions_asked: asked, questions: 4, musts_asked, musts: 2, repeated_questions: 0,
  sections: [{ section_id: 'a', title: 'A', asked, questions: 4, quality: 'adequate' }],
});

it('sums up how long the talks took and what they covered', () => {
  expect(tally([run(9, 2, 2), run(13, 2, 4), run(11, 1, 3)])).toEqual({
    runs: 3, complete: 2, musts: 2, shortest: 9, median: 11, longest: 13, repeated: 0,
    sections: [{ section_id: 'a', title: 'A', questions: 4, asked: 3, share: 0.75 }],
  });
});

it('has nothing to say without a run, and divides by no questions', () => {
  expect(tally([])).toBeNull();
  const empty = { ...run(1, 0, 0), sections: [{ section_id: 'a', title: 'A', asked: 0, questions: 0, quality: 'none' as const }] };
  expect(tally([empty])?.sections[0]?.share).toBe(0);
});
