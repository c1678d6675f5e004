import { describe, expect, it } from 'vitest';
import { SseReader } from './sse';

const STREAM = 'id: 1\nevent: SECTION_STARTED\ndata: {"a":1}\n\n: keep alive\n\nid: 2\ndata: one\ndata: two\n\n';

describe('an event stream', () => {
  it('reads the same wherever its chunks end', () => {
    const whole = new SseReader().push(STREAM);
    expect(whole).toEqual([
      { id: '1', event: 'SECTION_STARTED', data: '{"a":1}' },
      { id: '2', event: 'message', data: 'one\ntwo' },
    ]);
    for (let cut = 1; cut < STREAM.length; cut++) {
      const reader = new SseReader();
      expect([...reader.push(STREAM.slice(0, cut)), ...reader.push(STREAM.slice(cut))]).toEqual(whole);
    }
  });

  it('takes any kind of line end, even one that is cut in two', () => {
    const reader = new SseReader();
    expect(reader.push('data: a\r')).toEqual([]);
    expect(reader.push('\n\r')).toEqual([]);
    expect(reader.push('\ndata: b\r\n\r\n')).toEqual([
      { id: null, event: 'message', data: 'a' },
      { id: null, event: 'message', data: 'b' },
    ]);
  });

  it('does not fill the memory with a message that never ends', () => {
    const reader = new SseReader();
    expect(() => {
      for (let i = 0; i < 5; i++) reader.push(`data: ${'x'.repeat(1_000_000)}\n`);
    }).toThrow('too long');
  });
});
