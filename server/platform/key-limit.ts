import type { Context } from 'hono';
import type { Principal } from './auth/principal.ts';
import { ApiError, fieldError } from './errors.ts';

/** Length of a window in seconds. */
const WINDOW_SECONDS = 60;

interface Window {
  /** In ms. */
  endsAt: number;
  requests: number;
}

/** Counts the requests of access keys on this server, `limit` each minute. `now` is in ms. */
export function createKeyLimit(limit: number, now: () => number = () => performance.now()) {
  const windows = new Map<number, Window>();
  let sweptAt = now();

  function findWindow(key: number, at: number): Window {
    if (at - sweptAt > WINDOW_SECONDS * 1000) {
      for (const [name, window] of windows) if (window.endsAt <= at) windows.delete(name);
      sweptAt = at;
    }
    const known = windows.get(key);
    if (known && known.endsAt > at) return known;
    const next = { endsAt: at + WINDOW_SECONDS * 1000, requests: 0 };
    windows.set(key, next);
    return next;
  }

  return {
    /** Counts a request, and states the limit in its headers `RateLimit-*`. 429 over the limit. No effect on people. */
    count(http: Context, principal: Principal & { key?: number }): void {
      if (principal.key === undefined || limit === Number.POSITIVE_INFINITY) return;
      const at = now();
      const window = findWindow(principal.key, at);
      window.requests += 1;
      const seconds = Math.ceil((window.endsAt - at) / 1000);
      http.header('RateLimit-Policy', `${limit};w=${WINDOW_SECONDS}`);
      http.header('RateLimit-Limit', String(limit));
      http.header('RateLimit-Remaining', String(Math.max(0, limit - window.requests)));
      http.header('RateLimit-Reset', String(seconds));
      if (window.requests > limit) throw new ApiError(429, { detail: [fieldError('too_many_at_once', { limit: seconds })] });
    },
  };
}
export type KeyLimit = ReturnType<typeof createKeyLimit>;
