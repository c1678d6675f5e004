// The arithmetic of a plan, for showing. Whether a plan is accepted is the server's word.
import type { Plan, Priority, Question } from './shapes';

export interface Budget {
  total_s: number;
  /** What must be asked, what is important, what is nice to have. */
  by_priority: Record<Priority, number>;
  questions: number;
  musts: number;
  /** Time that no must-ask question needs; negative when they do not fit. */
  slack_s: number;
  /** Structured: the limits of the sections together. */
  sections_s: number;
}

export function budget(plan: Plan): Budget {
  const all: Question[] = plan.sections.flatMap((section) => section.questions);
  const by_priority: Record<Priority, number> = { 1: 0, 2: 0, 3: 0 };
  for (const question of all) by_priority[question.priority] += question.expected_s;
  const total_s = plan.minutes * 60;
  return {
    total_s,
    by_priority,
    questions: all.length,
    musts: all.filter((question) => question.priority === 1).length,
    slack_s: total_s - by_priority[1],
    sections_s: plan.sections.reduce((sum, section) => sum + (section.minutes ?? 0) * 60, 0),
  };
}

/** The widths of a bar of the whole time, in per cent; never more than 100 together. */
export function shares(plan: Budget): { must: number; important: number; nice: number; over: boolean } {
  const whole = Math.max(plan.total_s, 1);
  let room = 100;
  const take = (s: number) => {
    const share = Math.min(room, (s / whole) * 100);
    room -= share;
    return share;
  };
  return {
    must: take(plan.by_priority[1]),
    important: take(plan.by_priority[2]),
    nice: take(plan.by_priority[3]),
    over: plan.by_priority[1] > plan.total_s,
  };
}
