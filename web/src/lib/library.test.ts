import { expect, it } from 'vitest';
import { arrange, coverageShare, planRow, type SessionRow } from './library';
import type { Plan } from './shapes';

const row = (id: string, day: number, more: Partial<SessionRow> = {}): SessionRow => ({
  id, topic: `Talk ${id}`, status: 'COMPLETED', created_at: `2026-01-0${day}T00:00:00.000Z`,
  duration_ms: 0, questions_asked: 0, questions: 0, essays: 0, cost: { tokens: 0, cost: 0 }, ...more,
});
const order = (rows: SessionRow[], search = '') => arrange(rows, search).map(({ row: { id }, depth }) => `${'-'.repeat(depth)}${id}`);

it('shows the newest first and a follow-up under its origin', () => {
  const rows = [row('old', 1), row('new', 3), row('child', 4, { follow_up_of: 'old' }), row('grandchild', 5, { follow_up_of: 'child' })];
  expect(order(rows)).toEqual(['new', 'old', '-child', '--grandchild']);
});

it('shows a follow-up whose origin is gone, and never loops', () => {
  expect(order([row('a', 1, { follow_up_of: 'gone' })])).toEqual(['a']);
  expect(order([row('a', 1, { follow_up_of: 'a' })])).toEqual(['a']);
});

it('finds sessions by their topic', () => {
  expect(order([row('a', 1, { topic: 'Sailing' }), row('b', 2, { topic: 'Bees' })], ' sail')).toEqual(['a']);
});

it('shows how much of a plan was asked, once anything could be', () => {
  const share = (questions_asked: number, questions: number, status: SessionRow['status'] = 'COMPLETED') =>
    coverageShare(row('a', 1, { questions_asked, questions, status }));
  expect([share(1, 4), share(4, 4), share(0, 0), share(0, 4, 'NOT_STARTED')]).toEqual([0.25, 1, null, null]);
  expect(coverageShare(row('a', 1, { questions_asked: 0, questions: 4, imported: true }))).toBe(null);
});

it('sums up a stored plan in one line', () => {
  const question = { id: 'q', text: 'Why?', role: 'backbone', priority: 1, notes: '', expected_s: 60 } as const;
  const section = { id: 's', title: 'S', goal: '', importance: 'high', followup_cap: 0, minimum_words: 0, cover: 'all', questions: [question, question] } as const;
  const plan = { format: 'exploratory', topic: 'Bees', research_goal: '', angle: '', minutes: 14, warnings_s: [], grace_s: 0, clock_while_paused: 'stops', sections: [section] } as unknown as Plan;
  expect(planRow({ id: 'p', plan, updated_at: 'then' })).toEqual({ id: 'p', topic: 'Bees', minutes: 14, format: 'exploratory', questions: 2, updated_at: 'then' });
});
