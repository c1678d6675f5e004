import { expect, test } from 'vitest';
import type { LogEvent, Turn } from './shapes';
import { inTalkOrder, phases, turnRef } from './turns';

test('a turn is named alone or with the session it belongs to', () => {
  expect(turnRef('turn_7')).toEqual({ session: null, turn: 'turn_7' });
  expect(turnRef('01ABC/turn_7')).toEqual({ session: '01ABC', turn: 'turn_7' });
});

test('turns stand in the order of talking, not of arrival', () => {
  const turn = (id: string, start_ms: number) => ({ id, start_ms, end_ms: start_ms + 5 }) as Turn;
  expect(inTalkOrder([turn('late', 900), turn('first', 0), turn('middle', 400)]).map(({ id }) => id)).toEqual(['first', 'middle', 'late']);
});

test('phases are counted from the start of the interview', () => {
  const event = (type: string, at: string, payload = {}) => ({ event_id: 1, actor: 'system', type, at, payload }) as LogEvent;
  expect(phases([event('INTERVIEW_CREATED', '2026-01-01T00:00:00.000Z')])).toEqual([]);
  const spans = phases([
    event('INTERVIEW_STARTED', '2026-01-01T00:00:10.000Z'),
    event('PHASE_CHANGED', '2026-01-01T00:00:10.000Z', { phase: 'opening' }),
    event('PHASE_CHANGED', '2026-01-01T00:02:10.000Z', { phase: 'deep_dive' }),
  ]);
  expect(spans).toEqual([{ phase: 'opening', from_ms: 0 }, { phase: 'deep_dive', from_ms: 120_000 }]);
});
