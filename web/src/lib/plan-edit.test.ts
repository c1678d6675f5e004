import { expect, it } from 'vitest';
import { moveQuestion, newQuestion, placeInWords, stepQuestion, stepSection } from './plan-edit';
import type { Plan } from './shapes';

function plan(...sections: string[][]): Plan {
  return {
    format: 'exploratory', topic: 'T', research_goal: '', angle: '', minutes: 10, warnings_s: [], grace_s: 0, clock_while_paused: 'stops',
    sections: sections.map((ids, n) => ({
      id: `s${n}`, title: `S${n}`, goal: '', importance: 'medium', followup_cap: 0, minimum_words: 0, cover: 'all',
      questions: ids.map((id) => ({ ...newQuestion(), id })),
    })),
  };
}
const ids = (of: Plan) => of.sections.map((section) => section.questions.map(({ id }) => id).join(''));

it('moves a question within its section', () => {
  const it = plan(['a', 'b', 'c']);
  expect(stepQuestion(it, { section: 0, question: 0 }, 1)).toEqual({ section: 0, question: 1 });
  expect(ids(it)).toEqual(['bac']);
});

it('moves a question over the edge into the next section, and back', () => {
  const it = plan(['a', 'b'], ['c']);
  const now = stepQuestion(it, { section: 0, question: 1 }, 1);
  expect([ids(it), now]).toEqual([['a', 'bc'], { section: 1, question: 0 }]);
  expect(stepQuestion(it, now, -1)).toEqual({ section: 0, question: 1 });
  expect(ids(it)).toEqual(['ab', 'c']);
});

it('leaves the first and the last question where they are', () => {
  const it = plan(['a', 'b']);
  stepQuestion(it, { section: 0, question: 0 }, -1);
  stepQuestion(it, { section: 0, question: 1 }, 1);
  expect(ids(it)).toEqual(['ab']);
});

it('drops a question into an empty section', () => {
  const it = plan(['a'], []);
  moveQuestion(it, { section: 0, question: 0 }, { section: 1, question: 7 });
  expect(ids(it)).toEqual(['', 'a']);
});

it('moves whole sections, and never over the edge', () => {
  const it = plan(['a'], ['b']);
  expect([stepSection(it, 0, 1), ids(it)]).toEqual([1, ['b', 'a']]);
  expect(stepSection(it, 1, 1)).toBe(1);
});

it('gives every new question a name of its own', () => {
  expect(newQuestion().id).not.toBe(newQuestion().id);
});

it('says in words where a problem is', () => {
  expect(placeInWords('sections[1].questions[0].expected_s')).toBe('section 2, question 1, expected s');
  expect(placeInWords('sections.1.title')).toBe('section 2, title');
  expect(placeInWords('topic')).toBe('topic');
});
