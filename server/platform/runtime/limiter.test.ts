import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

const at = (seconds: number) => new Date(seconds * 1000);

test('lets through so many in any window, each key by itself, and says how long to wait', () => {
  const limit = createLimiter(2, 60_000);
  limit('a', at(0));
  limit('a', at(50));
  expect(() => limit('a', at(59))).toThrow(
    expect.objectContaining({ status: 429, errors: { detail: [expect.objectContaining({ limit: 1 })] } }),
  );
  limit('b', at(59));
  limit('a', at(60));
  expect(() => limit('a', at(61))).toThrow();
});
