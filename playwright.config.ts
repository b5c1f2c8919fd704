import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import { addressOf } from './tests/e2e/support/address.ts';
import { findFreePorts } from './tests/e2e/support/free-ports.ts';

/** Each has a server and a database of its own. */
const WORKERS = 2;
// Workers read this file again; they take the ports that the first reading found free.
process.env.E2E_PORTS ??= (await findFreePorts(WORKERS)).join();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/journeys',
  // The journeys of a worker share one farm's data, and go one after the other. Those of one file are shared out among the workers.
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  forbidOnly: true,
  // Ceilings for a hung journey on a loaded machine. No journey expects to come near them.
  timeout: 600_000,
  expect: { timeout: 120_000, toPass: { timeout: 30_000 } },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    acceptDownloads: true,
    // It fetches and keeps some hundred files in each new browser: journeys beside the mixer and without a network have it, and one through everything.
    serviceWorkers: 'block',
    // What moves is drawn many times over; the feeding and what is done by keyboard are gone through as it moves.
    contextOptions: { reducedMotion: 'reduce' },
    // A failed journey leaves its steps, a picture, the document and the requests. Recording pictures and documents at each step costs time in every journey.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      // Without it the browser calls a file with a Ukrainian name just "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // One after the other: the first builds what is served.
  webServer: Array.from({ length: WORKERS }, (_, index) => ({
    command: 'node tests/support/e2e-server.mjs',
    url: `${addressOf(index)}/healthz`,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    env: { PORT: new URL(addressOf(index)).port },
  })),
});
