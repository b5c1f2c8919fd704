import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import { addressOf } from './tests/e2e/support/address.ts';

// Workers read this file again; they take the port that the first reading chose.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000));
/** Each has a server and a database of its own. */
const WORKERS = 2;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: join(tmpdir(), `manger-e2e-${process.env.E2E_PORT}`),
  // The journeys of a worker share one farm's data, and go one after the other.
  fullyParallel: false,
  workers: WORKERS,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
    trace: 'off',
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
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    env: { PORT: new URL(addressOf(index)).port },
  })),
});
