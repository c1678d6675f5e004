// Plain words for what the server calls by a code.
import type { Grade, Importance, Level, Phase, Priority, Quality, QuestionState, Status, Style } from './shapes';

export const STATUS: Record<Status, string> = {
  NOT_STARTED: 'not started',
  IN_PROGRESS: 'live',
  PAUSED: 'paused',
  COMPLETED: 'finished',
  TERMINATED: 'broken off',
};

export const PHASE: Record<Phase, string> = { opening: 'Opening', deep_dive: 'Deep dive', wrap_up: 'Wrap-up' };
export const PRIORITY: Record<Priority, string> = { 1: 'must ask', 2: 'important', 3: 'nice to have' };
export const IMPORTANCE: Record<Importance, string> = { high: 'high', medium: 'medium', low: 'low' };

export const QUESTION: Record<QuestionState, string> = {
  open: 'open',
  offered: 'about to be asked',
  asked: 'asked',
  answered: 'answered',
  declined: 'declined',
  withdrawn: 'taken out',
};

export const QUALITY: Record<Quality, string> = {
  none: 'not touched',
  shallow: 'mentioned',
  adequate: 'covered',
  deep: 'in depth',
};

export const LEVEL: Record<Level, string> = {
  not_covered: 'not covered',
  partially_covered: 'partly covered',
  covered: 'covered',
};

export const STYLE: Record<Style, { name: string; about: string }> = {
  standard: { name: 'Standard', about: 'clean and balanced' },
  punchy: { name: 'Punchy', about: 'short paragraphs, bold claims' },
  reflective: { name: 'Reflective', about: 'long breath, looking inward' },
};

export const GRADE: Record<Grade, { name: string; about: string }> = {
  quoted: { name: 'Quoted', about: 'the words as they were said' },
  paraphrased: { name: 'Paraphrased', about: 'the words, shortened or mended' },
  bridging: { name: 'Bridging', about: 'connects; claims nothing' },
};

export const SOURCE: Record<string, string> = {
  plan: 'from the plan',
  gap: 'to fill a gap',
  contradiction: 'to clear up a contradiction',
  research: 'out of research',
  tangent: 'to follow something new',
  closing: 'time to say goodbye',
  pinned: 'the writer asked for it',
};

export const DECIDED_BY: Record<string, string> = {
  model: 'chosen by the model',
  builtin: 'chosen by the built-in rules',
  fallback: 'the plan decided, as nobody else did in time',
  reused: 'still the same decision',
};

export const AGENT: Record<string, string> = {
  planner: 'Planner',
  note_taker: 'Notes',
  researcher: 'Research',
  orchestrator: 'Next question',
  analysis: 'Analysis',
  writer: 'Writer',
  follow_up: 'Follow-up',
  judge: 'Judge',
};

/** `pull_quote` → `pull quote`. */
export function spaced(code: string): string {
  return code.replaceAll('_', ' ').toLowerCase();
}

export function counted(n: number, one: string, many: string = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
