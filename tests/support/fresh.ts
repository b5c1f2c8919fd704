import { afterAll, vi } from 'vitest';

// A file begins as after a start: the project's modules, which have state, are evaluated again. Packages stay loaded in the worker.
vi.resetModules();

// Restores clock, globals, environment and spied functions for the next file of the worker.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
