import { ApiError, fieldError } from '#server/platform/errors.ts';

const MOST_KEYS = 10_000;

/** Lets a key through `most` times in any `windowMs`, then refuses with 429 and the seconds to wait. Counted by this server alone. */
export function createLimiter(most: number, windowMs: number) {
  const times = new Map<string, number[]>();
  return (key: string, now: Date): void => {
    const at = now.getTime();
    const recent = (times.get(key) ?? []).filter((time) => time > at - windowMs);
    if (recent.length >= most) {
      const wait = Math.ceil(((recent[0] ?? at) + windowMs - at) / 1000);
      throw new ApiError(429, { detail: [fieldError('too_many_attempts', { limit: Math.max(1, wait) })] });
    }
    if (times.size >= MOST_KEYS) times.clear();
    times.set(key, [...recent, at]);
  };
}
