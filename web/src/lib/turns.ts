// Where words stand: a turn of this session, or of an earlier one that it continues.
import type { LogEvent, Phase, Turn } from './shapes';

export interface TurnRef {
  session: string | null;
  turn: string;
}

/** `turn_7` or `SESSION/turn_7`. */
export function turnRef(written: string): TurnRef {
  const at = written.lastIndexOf('/');
  return at < 0 ? { session: null, turn: written } : { session: written.slice(0, at), turn: written.slice(at + 1) };
}

/** In the order in which people spoke. */
export function inTalkOrder(turns: Turn[]): Turn[] {
  return [...turns].sort((a, b) => a.start_ms - b.start_ms || a.end_ms - b.end_ms);
}

export interface PhaseSpan {
  phase: Phase;
  from_ms: number;
}

/** When each section of a structured interview began, by its id. */
export function sectionStarts(events: LogEvent[]): Map<string, number> {
  const zero = Date.parse(events.find((event) => event.type === 'INTERVIEW_STARTED')?.at ?? '');
  const begun = events.filter((event) => event.type === 'SECTION_STARTED');
  return new Map(begun.map((event) => [String(event.payload['section_id']), Math.max(0, Date.parse(event.at) - zero)]));
}

/** When each phase began, by the interview's own clock; pauses count, as the log's times do. */
export function phases(events: LogEvent[]): PhaseSpan[] {
  const started = events.find((event) => event.type === 'INTERVIEW_STARTED');
  if (!started) return [];
  const zero = Date.parse(started.at);
  const spans: PhaseSpan[] = [{ phase: 'opening', from_ms: 0 }];
  for (const event of events) {
    if (event.type !== 'PHASE_CHANGED') continue;
    const phase = event.payload['phase'] as Phase;
    if (spans.at(-1)?.phase !== phase) spans.push({ phase, from_ms: Math.max(0, Date.parse(event.at) - zero) });
  }
  return spans;
}
