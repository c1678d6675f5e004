import { expect, it } from 'vitest';
import { arrange, coverageShare, type SessionRow } from './library';

const row = (id: string, day: number, more: Partial<SessionRow> = {}): SessionRow => ({
  id, topic: `Talk ${id}`, status: 'COMPLETED', created_at: `2026-01-0${day}T00:00:00.000Z`, ...more,
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

it('reads coverage in the ways a server may say it', () => {
  expect([0.5, 50, { asked: 1, total: 4 }, null].map((coverage) => coverageShare(row('a', 1, { coverage })))).toEqual([0.5, 0.5, 0.25, null]);
});
