// Time as people read it, and a countdown that runs on the server's clock.

/** `4:07`, or `1:02:09` from an hour on. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `7 minutes left`: for a screen that should not make anyone nervous with running seconds. */
export function leftInWords(ms: number): string {
  if (ms <= 0) return 'time is up';
  if (ms < 60_000) return 'less than a minute left';
  const minutes = Math.round(ms / 60_000);
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
}

/** `4 min`, for lists. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${Math.max(0, Math.round(ms / 1000))} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** `2 min 30 s`. */
export function seconds(s: number): string {
  const [m, rest] = [Math.floor(s / 60), Math.round(s % 60)];
  if (m === 0) return `${rest} s`;
  return rest === 0 ? `${m} min` : `${m} min ${rest} s`;
}

/** `just now`, `5 minutes ago`, `yesterday`, then the date. */
export function ago(written: string, now: Date = new Date()): string {
  const then = new Date(written);
  if (Number.isNaN(then.getTime())) return '';
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  if (minutes < 24 * 60) {
    const hours = Math.floor(minutes / 60);
    return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  }
  if (minutes < 48 * 60) return 'yesterday';
  return then.toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** What the server said was left, less what has passed since it said so. */
export function remaining(told_ms: number, told_at: number, now: number, running: boolean): number {
  return Math.max(0, told_ms - (running ? Math.max(0, now - told_at) : 0));
}

export function money(usd: number): string {
  if (usd <= 0) return '$0.00';
  return usd < 0.01 ? 'under $0.01' : `$${usd.toFixed(2)}`;
}
