import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import type { Made } from './export/main.ts';
import { roundsInTurns, startBrowser } from './pages.ts';
import type { Site } from './server.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 3;
const ROWS = 100_000;
const STALL_MS = 50;
const SIDES = ['ours', 'bare'] as const;

declare global {
  interface Window {
    prepare(count: number): Record<(typeof SIDES)[number], () => Promise<Made>>;
  }
}

/** P6: a table as a workbook, made in the browser's worker, compared with a worker that writes plain XML packed by fflate. */
export async function benchXlsx({ dir }: Pick<Site, 'dir'>): Promise<Figure[]> {
  const configFile = resolve(import.meta.dirname, '../../vite.config.ts');
  const outDir = join(dir, 'export');
  const root = resolve(import.meta.dirname, 'export');
  const client = { emptyOutDir: true, outDir, manifest: false };
  await build({ configFile, root, logLevel: 'error', build: client });
  const served = await preview({ configFile, root, logLevel: 'error', build: client, preview: { port: 0, host: '127.0.0.1' } });
  const browser = await startBrowser();
  try {
    const made = async (side: 0 | 1) => makeOne(browser, served.resolvedUrls?.local[0] ?? '', SIDES[side]);
    const [mine, theirs] = await roundsInTurns(ROUNDS, made);
    const of = (rounds: readonly Measured[], what: 'ms' | 'peak' | 'stall') => rounds.map((round) => round[what]);
    const work = `${ROWS} rows × 12 columns to xlsx`;
    return [
      figure('P6', `${work}: time`, 'ms', of(mine, 'ms'), of(theirs, 'ms'), '≤ 2'),
      figure('P6', `${work}: peak memory over idle`, 'MB', of(mine, 'peak'), of(theirs, 'peak'), '≤ 3'),
      figure(
        'P6',
        `${work}: longest stall of the page`,
        'ms',
        of(mine, 'stall'),
        mine.map(() => STALL_MS),
        '≤ 1',
      ),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

type Measured = Made & { peak: number };

/** Makes one in a page of its own. The peak is the additional memory of page and worker in MB, including the rows. */
async function makeOne(browser: Browser, url: string, side: (typeof SIDES)[number]): Promise<Measured> {
  const before = new Set(await renderers(browser));
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const ready = await page.evaluateHandle((count) => window.prepare(count), ROWS);
  const ownProcesses = (await renderers(browser)).filter((pid) => !before.has(pid));
  await settle(page);
  const idle = residentMb(ownProcesses);
  let peak = idle;
  let done = false;
  const watch = async () => {
    while (!done) {
      peak = Math.max(peak, residentMb(ownProcesses));
      await sleep(10);
    }
  };
  const watching = watch();
  const made = await ready.evaluate((sides, name) => sides[name](), side);
  done = true;
  await watching;
  await context.close();
  return { ...made, peak: peak - idle };
}

async function settle(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(500);
}

async function renderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

const residentMb = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024, 0);
