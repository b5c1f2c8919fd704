import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Browser, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { findBrowser } from '../../scripts/browser.mjs';
import { pagesOfBuild } from '../../scripts/size.mjs';
import { type Site, signedIn } from './server.ts';
import { startManger } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 7;
const SECRET = 'a secret for benchmarks alone, long enough';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
/** What each page may weigh, in KiB. */
const BUDGETS = [145, 460];

/** P7: what the browser loads for the sign-in page and the first report, and how soon the report's rows stand. */
export async function benchClient(site: Site): Promise<Figure[]> {
  const weights = pagesOfBuild().map(({ name, files }, page) => {
    const kib = files.reduce((sum, file) => sum + gzipSync(readFileSync(resolve(import.meta.dirname, '../..', file))).length, 0) / 1024;
    return figure('P7', `${name}: scripts`, 'KiB', [kib], [BUDGETS[page] ?? 0], '≤ 1');
  });
  return [...weights, await timeToRows(site)];
}

async function timeToRows(site: Site): Promise<Figure> {
  const ours = await startManger({
    DATABASE_URL: site.url,
    DATA_DIR: join(site.dir, 'app'),
    SECRET_KEY: SECRET,
    DEMO: '0',
  });
  const outDir = join(site.dir, 'bare');
  const bareRoot = resolve(import.meta.dirname, 'grid');
  const vite = { configFile: false as const, root: bareRoot, logLevel: 'error' as const, plugins: [react()] };
  await build({ ...vite, build: { outDir, emptyOutDir: true } });
  const bare = await preview({ ...vite, build: { outDir }, preview: { port: 0, host: '127.0.0.1', proxy: { '/api': ours.url } } });
  const bareUrl = bare.resolvedUrls?.local[0] ?? '';
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: FLAGS });
  try {
    const token = await signedIn((path, init) => fetch(ours.url + path, init), 'owner@manger.test');
    const farms = await fetch(`${ours.url}/api/manager/farms/dashboard/`, { headers: { authorization: `JWT ${token}` } });
    const farm = ((await farms.json()) as { data: { id: number }[] }).data[0]?.id;
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const query = `?farm=${farm}&planned_on_after=${day(8)}&planned_on_before=${day(1)}`;
    const pages = [`${ours.url}/app/reports/planfeed${query}`, `${bareUrl}#/api/report/planfeed/${query}`] as const;
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const ms = await rowsAfter(browser, pages[index], token);
        if (round > 0) times[index].push(ms);
      }
    }
    return figure('P7', 'first report on a cold cache, time to rows', 'ms', times[0], times[1], '≤ 1.3');
  } finally {
    await browser.close();
    await bare.close();
    await ours.stop();
  }
}

/** From asking for the page, with nothing cached, to the first row in the grid, in ms. */
async function rowsAfter(browser: Browser, url: string, token: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((kept) => localStorage.setItem('t', kept), token);
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector('.ag-row .ag-cell', { state: 'attached' });
  const ms = performance.now() - started;
  await context.close();
  return ms;
}
