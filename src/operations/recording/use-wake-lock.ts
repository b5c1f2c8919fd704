import { useEffect } from 'react';

/** Keeps the screen on while `active`. A browser takes the lock away from a hidden page, so it is requested again. */
export function useWakeLock(active: boolean) {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible' || over) return;
      try {
        const got = await navigator.wakeLock.request('screen');
        if (over) await got.release();
        else lock = got;
      } catch {
        // A low battery refuses; recording goes on without.
      }
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, [active]);
}
