// Reads a server-sent event stream out of chunks that end anywhere.

export interface SseMessage {
  id: string | null;
  event: string;
  data: string;
}

/** A stream that never ends a message must not fill the memory. */
const MESSAGE_CHARS_MAX = 4_000_000;

export class SseReader {
  private rest = '';
  private id: string | null = null;
  private event = '';
  private data: string[] = [];
  private size = 0;

  push(chunk: string): SseMessage[] {
    const messages: SseMessage[] = [];
    const lines = (this.rest + chunk).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = this.line(line);
      if (message) messages.push(message);
    }
    if (this.rest.length + this.size > MESSAGE_CHARS_MAX) throw new Error('a message of the event stream is too long');
    return messages;
  }

  private line(line: string): SseMessage | null {
    if (line === '') return this.finish();
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') {
      this.data.push(value);
      this.size += value.length;
    }
    if (field === 'event') this.event = value;
    if (field === 'id' && !value.includes('\0')) this.id = value;
    return null;
  }

  private finish(): SseMessage | null {
    const { event, data } = this;
    this.event = '';
    this.data = [];
    this.size = 0;
    return data.length === 0 ? null : { id: this.id, event: event || 'message', data: data.join('\n') };
  }
}

export async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<SseMessage> {
  const reader = new SseReader();
  const decoder = new TextDecoder();
  const source = body.getReader();
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) return;
      yield* reader.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    source.releaseLock();
  }
}
