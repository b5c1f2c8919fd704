import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { texts } from './scripts/texts.ts';

// Waiting for what comes by itself: the default of a second is short on a busy machine.
const expect = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    // Two on two cores: much of a test's time goes to waiting for the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: 'tests/support/global-setup.ts',
    // What waits for a database or a built bundle is slower on a busy machine than the default allows.
    projects: [
      {
        plugins: [texts()],
        test: {
          name: 'server',
          environment: 'node',
          include: ['{bin,server,contract,common,fixtures}/**/*.test.ts', 'src/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect,
        },
      },
      {
        plugins: [react(), texts()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect,
          setupFiles: ['tests/support/screens.ts'],
        },
      },
    ],
  },
});
