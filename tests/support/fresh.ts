import { afterAll, vi } from 'vitest';

// A file begins as after a start: the program's own modules, which keep what they know, are run anew; the packages that they stand on
// stay as the worker has them.
vi.resetModules();

// The next file of the same worker finds the clock, the globals, the environment and spied functions as this file did.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
