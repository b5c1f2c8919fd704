import { useEffect, useState } from 'react';

/** How long the first look may keep the browser busy, ms. */
const PATIENCE_MS = 2000;

/** False until the browser has had nothing to do for the first time: for what may come after that which somebody waits for. */
export function useAfterFirstLook(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const begin = () => setAfter(true);
    // Safari has no such callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, 0);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(begin, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(request);
  }, []);
  return after;
}
