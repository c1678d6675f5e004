// Changes to a plan under the writer's hands: add, take out, move. Whether the result is a plan is the server's word.
import { newKey } from './api';
import type { Plan, Question, Section } from './shapes';

const EXPECTED_S = 75;

/** Where a question stands: the section's place and its own. */
export interface At {
  section: number;
  question: number;
}

const freshId = (prefix: string) => `${prefix}-${newKey().slice(0, 8)}`;

export function newQuestion(): Question {
  return { id: freshId('q'), text: '', role: 'backbone', priority: 2, notes: '', expected_s: EXPECTED_S };
}

export function newSection(plan: Plan): Section {
  return {
    id: freshId('s'),
    title: 'New section',
    goal: '',
    importance: 'medium',
    ...(plan.format === 'structured' ? { minutes: 5 } : {}),
    followup_cap: 0,
    minimum_words: 0,
    cover: 'all',
    questions: [newQuestion()],
  };
}

/** One step up or down; at a section's edge the question goes into its neighbour. Says where it is now. */
export function stepQuestion(plan: Plan, { section, question }: At, step: 1 | -1): At {
  const here = plan.sections[section];
  if (!here) return { section, question };
  const next = question + step;
  if (next >= 0 && next < here.questions.length) return moveQuestion(plan, { section, question }, { section, question: next });
  const neighbour = plan.sections[section + step];
  if (!neighbour) return { section, question };
  return moveQuestion(plan, { section, question }, { section: section + step, question: step > 0 ? 0 : neighbour.questions.length });
}

/** `to` is where the question stands afterwards. */
export function moveQuestion(plan: Plan, from: At, to: At): At {
  const [source, target] = [plan.sections[from.section], plan.sections[to.section]];
  if (!source || !target) return from;
  const [moved] = source.questions.splice(from.question, 1);
  if (!moved) return from;
  const question = Math.max(0, Math.min(to.question, target.questions.length));
  target.questions.splice(question, 0, moved);
  return { section: to.section, question };
}

export function stepSection(plan: Plan, at: number, step: 1 | -1): number {
  const to = at + step;
  if (to < 0 || to >= plan.sections.length) return at;
  const [moved] = plan.sections.splice(at, 1);
  if (moved) plan.sections.splice(to, 0, moved);
  return to;
}

/** `sections[1].questions[0].text` → `section 2, question 1: text`; people count from one. */
export function placeInWords(path: string): string {
  return path
    .replace(/\[(\d+)\]|\.(\d+)(?=\.|$)/g, (_, a: string | undefined, b: string | undefined) => ` ${Number(a ?? b) + 1}`)
    .replaceAll('sections ', 'section ')
    .replaceAll('questions ', 'question ')
    .replaceAll('dimensions ', 'dimension ')
    .replaceAll('.', ', ')
    .replaceAll('_', ' ');
}
