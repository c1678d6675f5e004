// What can be told to a session, by whoever holds the key to it.
import { type Api, newKey } from './api';
import type { AssistantRecord, View } from './shapes';

export type Control = 'start' | 'pause' | 'resume' | 'end' | 'done' | 'skip';

export class SessionCalls {
  private readonly base: string;

  constructor(
    readonly api: Api,
    readonly id: string,
  ) {
    this.base = `/v1/sessions/${id}`;
  }

  view(): Promise<View> {
    return this.api.get<View>(this.base);
  }

  control(what: Control): Promise<unknown> {
    return this.api.post(`${this.base}/${what}`);
  }

  /** The name makes the answer count once, however often it is sent. */
  answer(text: string, client_id: string = newKey()): Promise<{ turn_id: string | null }> {
    return this.api.post(`${this.base}/turns`, { text, client_id });
  }

  strike(turn: string): Promise<unknown> {
    return this.api.post(`${this.base}/turns/${turn}/withdraw`);
  }

  consent(granted: boolean): Promise<unknown> {
    return this.api.post(`${this.base}/consent`, { granted });
  }

  askAssistant(text: string): Promise<{ exchange: AssistantRecord | null }> {
    return this.api.post(`${this.base}/assistant`, { text });
  }

  submitCode(source: string): Promise<unknown> {
    return this.api.post(`${this.base}/code`, { source });
  }

  pin(question: string): Promise<unknown> {
    return this.api.post(`${this.base}/questions/${encodeURIComponent(question)}/pin`);
  }

  withdrawQuestion(question: string): Promise<unknown> {
    return this.api.post(`${this.base}/questions/${encodeURIComponent(question)}/withdraw`);
  }

  extend(minutes: number): Promise<unknown> {
    return this.api.post(`${this.base}/extend`, { minutes });
  }
}
