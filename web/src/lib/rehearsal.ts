// What several rehearsals of one plan say together.
import type { RehearsedRun } from './shapes';

export interface Tally {
  runs: number;
  /** Runs in which every must-ask question was asked. */
  complete: number;
  musts: number;
  shortest: number;
  median: number;
  longest: number;
  repeated: number;
  sections: { section_id: string; title: string; asked: number; questions: number; share: number }[];
}

export function tally(runs: RehearsedRun[]): Tally | null {
  const first = runs[0];
  if (!first) return null;
  const minutes = runs.map((run) => run.minutes).sort((a, b) => a - b);
  const at = (n: number) => minutes[Math.max(0, Math.min(minutes.length - 1, n))] ?? 0;
  return {
    runs: runs.length,
    complete: runs.filter((run) => run.musts_asked >= run.musts).length,
    musts: first.musts,
    shortest: at(0),
    median: at(Math.floor((minutes.length - 1) / 2)),
    longest: at(minutes.length - 1),
    repeated: runs.reduce((sum, run) => sum + run.repeated_questions, 0),
    sections: first.sections.map(({ section_id, title, questions }, n) => {
      const asked = runs.reduce((sum, run) => sum + (run.sections[n]?.asked ?? 0), 0) / runs.length;
      return { section_id, title, questions, asked, share: questions === 0 ? 0 : asked / questions };
    }),
  };
}
