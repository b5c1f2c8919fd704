import { afterAll, vi } from 'vitest';

// A file begins as after a start: the program's own modules, which keep what they know, are run anew; the packages that they stand on
// stay as the worker has them.
vi.resetModules();

// The next file of the same worker finds the clock, the globals and the environment as this one did.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
