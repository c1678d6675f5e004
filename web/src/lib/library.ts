// The library's order: newest first, follow-ups under the session they continue.
import type { Status } from './shapes';

export interface SessionRow {
  id: string;
  topic: string;
  status: Status;
  created_at: string;
  follow_up_of?: string | null;
  format?: string;
  elapsed_ms?: number;
  turns?: number;
  coverage?: number | { asked?: number; answered?: number; total?: number; questions?: number } | null;
  cost?: { tokens: number; cost: number } | number | null;
}

export interface PlanRow {
  id: string;
  topic: string;
  minutes: number;
  format?: string;
  questions?: number;
  updated_at?: string;
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

/** How much of the plan was asked, from 0 to 1; null when the server does not say. */
export function coverageShare(row: SessionRow): number | null {
  const { coverage } = row;
  if (coverage === null || coverage === undefined) return null;
  if (typeof coverage === 'number') return Math.min(1, coverage > 1 ? coverage / 100 : coverage);
  const whole = coverage.total ?? coverage.questions ?? 0;
  const done = coverage.answered ?? coverage.asked ?? 0;
  return whole === 0 ? null : Math.min(1, done / whole);
}
