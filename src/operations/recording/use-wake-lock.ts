import { useEffect } from 'react';

/** Keeps the screen on while `active`. A browser takes the lock away from a hidden page, so it is requested again. */
export function useWakeLock(active: boolean) {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || over) return;
      try {
        const got = await navigator.wakeLock.request('screen');
        if (over) await got.release();
        else lock = got;
      } catch {
        // With a low battery it is refused; recording works without it.
      }
    };
    void requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', requestLock);
      void lock?.release();
    };
  }, [active]);
}
