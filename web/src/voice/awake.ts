// A phone that falls asleep in the middle of an answer would end the talk; the screen stays on while somebody is in a room.

/** Returns what lets it sleep again. `back` is called when the page is looked at again: browsers silence pages that are not. */
export function stayAwake(back: () => void): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const granted = await navigator.wakeLock.request('screen');
      if (over) await granted.release();
      else lock = granted;
    } catch {
      // A battery that is nearly empty refuses; the talk goes on without it.
      lock = null;
    }
  }

  function seen(): void {
    if (document.visibilityState !== 'visible') return;
    void ask();
    back();
  }

  document.addEventListener('visibilitychange', seen);
  void ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
