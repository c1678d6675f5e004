// How long to wait before trying again: doubling, bounded, spread out so that many rooms do not return at once.

const FIRST_MS = 250;
const LONGEST_MS = 8_000;

/** The pause after the nth failed attempt, from 1. */
export function pauseMs(attempt: number, chance: number = Math.random()): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + chance / 2));
}

export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
