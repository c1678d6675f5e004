import { expect, it } from 'vitest';
import { budget, shares } from './budget';
import type { Plan, Priority } from './shapes';

function plan(minutes: number, questions: [Priority, number][]): Plan {
  return {
    format: 'exploratory', topic: 't', research_goal: '', angle: '', minutes, warnings_s: [], grace_s: 15, clock_while_paused: 'stops',
    sections: [{
      id: 's', title: 'S', goal: '', importance: 'medium', followup_cap: 2, minimum_words: 20, cover: 'all', minutes: 4,
      questions: questions.map(([priority, expected_s], i) => ({ id: `q${i}`, text: 'Q?', role: 'backbone', priority, notes: '', expected_s })),
    }],
  };
}

it('adds up what must be asked and what is left over', () => {
  const it = budget(plan(10, [[1, 90], [1, 60], [2, 60], [3, 30]]));
  expect(it).toMatchObject({ total_s: 600, by_priority: { 1: 150, 2: 60, 3: 30 }, musts: 2, questions: 4, slack_s: 450, sections_s: 240 });
  expect(shares(it)).toEqual({ must: 25, important: 10, nice: 5, over: false });
});

it('never draws more than the whole bar', () => {
  const it = shares(budget(plan(1, [[1, 45], [2, 60], [3, 60]])));
  expect(it).toEqual({ must: 75, important: 25, nice: 0, over: false });
  expect(shares(budget(plan(1, [[1, 61]])))).toMatchObject({ must: 100, over: true });
});
