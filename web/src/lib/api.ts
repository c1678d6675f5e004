// Calls to the server: one place for credentials, errors, idempotency keys and retries.
import { pauseMs, wait } from './backoff';

/** How often a call that may be repeated is sent before the person is told. */
const ATTEMPTS_MAX = 3;

/** What went wrong, in the server's words (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly errors: { path: string; message: string }[] = [],
  ) {
    super(detail || title);
  }

  static async from(response: Response): Promise<Problem> {
    const fallback = response.statusText || `status ${response.status}`;
    try {
      const body = (await response.json()) as Partial<Problem>;
      return new Problem(response.status, body.title ?? fallback, body.detail ?? '', body.errors ?? []);
    } catch {
      return new Problem(response.status, fallback, '');
    }
  }
}

export const UNREACHABLE = 'The server does not answer. It may be restarting; try again in a moment.';

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function inWords(error: unknown): string {
  if (error instanceof Problem) {
    const places = error.errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    return [sentence(error.message), ...places].join('\n');
  }
  return sentence(error instanceof Error ? error.message : String(error));
}

/** The server speaks in phrases; on a page they are sentences. */
function sentence(phrase: string): string {
  const begun = phrase.charAt(0).toLocaleUpperCase() + phrase.slice(1);
  return /[\p{L}\p{N}\p{Pe}]$/u.test(begun) ? `${begun}.` : begun;
}

/** The owner is known by a cookie, a participant by the token of the join link. */
export class Api {
  constructor(
    readonly token: string | null = null,
    private readonly base: string = '',
  ) {}

  async send(path: string, init: RequestInit & { accept?: string } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('accept', init.accept ?? 'application/json');
    if (this.token !== null) headers.set('authorization', `Bearer ${this.token}`);
    const { accept: _, ...rest } = init;
    const response = await fetch(this.base + path, { ...rest, headers, credentials: 'same-origin' }).catch((error: unknown) => {
      throw init.signal?.aborted ? error : new Error(UNREACHABLE);
    });
    if (!response.ok) throw await Problem.from(response);
    return response;
  }

  get<T>(path: string): Promise<T> {
    return this.json<T>(path, { method: 'GET' });
  }

  post<T>(path: string, body: unknown = {}, key: string = newKey()): Promise<T> {
    return this.json<T>(path, this.withBody('POST', body, key));
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.json<T>(path, this.withBody('PUT', body));
  }

  delete(path: string): Promise<unknown> {
    return this.json(path, { method: 'DELETE' });
  }

  withBody(method: string, body: unknown, key?: string): RequestInit {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (key !== undefined) headers['idempotency-key'] = key;
    return { method, headers, body: JSON.stringify(body) };
  }

  /** Every call made here can be repeated: it reads, replaces, or carries a key that makes it happen once. */
  private async json<T>(path: string, init: RequestInit): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await this.send(path, init);
        const text = await response.text();
        return (text === '' ? null : JSON.parse(text)) as T;
      } catch (error) {
        if (error instanceof Problem) throw error;
        if (attempt >= ATTEMPTS_MAX) throw new Error(UNREACHABLE);
        await wait(pauseMs(attempt));
      }
    }
  }
}

export const owner = new Api();
