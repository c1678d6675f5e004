// The library's order: newest first, follow-ups under the session they continue.
import type { Status, StoredPlan } from './shapes';

export interface SessionRow {
  id: string;
  topic: string;
  /** Absent when the session cannot be read; `problem` says why. */
  status: Status | null;
  created_at: string;
  follow_up_of?: string | null;
  /** Held elsewhere: no question of a plan was asked here. */
  imported?: boolean;
  format?: string | null;
  duration_ms: number;
  questions_asked: number;
  questions: number;
  essays: number;
  cost: { tokens: number; cost: number };
  problem?: string;
}

export interface PlanRow {
  id: string;
  topic: string;
  minutes: number;
  format: string;
  questions: number;
  updated_at: string;
}

export function planRow({ id, plan, updated_at }: StoredPlan): PlanRow {
  const questions = plan.sections.reduce((sum, section) => sum + section.questions.length, 0);
  return { id, topic: plan.topic, minutes: plan.minutes, format: plan.format, questions, updated_at };
}

export interface Placed {
  row: SessionRow;
  depth: number;
}

/** Deeper chains are shown at this depth. */
const DEPTH_MAX = 3;

export function arrange(rows: SessionRow[], search: string): Placed[] {
  const wanted = search.trim().toLocaleLowerCase();
  const matches = (row: SessionRow) => wanted === '' || row.topic.toLocaleLowerCase().includes(wanted);
  const known = new Set(rows.map((row) => row.id));
  const children = new Map<string, SessionRow[]>();
  const roots: SessionRow[] = [];
  const newest = [...rows].sort((a, b) => b.created_at.localeCompare(a.created_at));
  for (const row of newest) {
    const origin = row.follow_up_of;
    if (origin && origin !== row.id && known.has(origin)) children.set(origin, [...(children.get(origin) ?? []), row]);
    else roots.push(row);
  }
  const placed: Placed[] = [];
  const seen = new Set<string>();
  const put = (row: SessionRow, depth: number): void => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    if (matches(row)) placed.push({ row, depth: Math.min(depth, DEPTH_MAX) });
    for (const child of children.get(row.id) ?? []) put(child, depth + 1);
  };
  for (const root of roots) put(root, 0);
  return placed;
}

/** How much of the plan was asked, from 0 to 1; null before anything was. */
export function coverageShare(row: SessionRow): number | null {
  if (row.questions === 0 || row.imported || row.status === 'NOT_STARTED') return null;
  return Math.min(1, row.questions_asked / row.questions);
}
