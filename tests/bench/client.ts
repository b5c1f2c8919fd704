import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { pagesOfBuild } from '#scripts/size.mjs';
import { firstReport, roundsInTurns, rowsAfter, startBrowser, startSite } from './pages.ts';
import type { Site } from './server.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 7;
/** What the scripts of each page may weigh as they are served, brotli, in KiB. */
const BUDGETS = [125, 460];

/** P7: what the browser loads for the sign-in page and the first report, and how soon the report's rows stand. */
export async function benchClient(site: Site): Promise<Figure[]> {
  const weights = pagesOfBuild().map(({ name, files }, page) => {
    const kib = files.reduce((sum, file) => sum + served(resolve(import.meta.dirname, '../..', file)), 0) / 1024;
    return figure('P7', `${name}: scripts as served`, 'KiB', [kib], [BUDGETS[page] ?? 0], '≤ 1');
  });
  return [...weights, await timeToRows(site)];
}

/** Bytes of the file that the build has compressed beforehand, where that is smaller. */
const served = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

async function timeToRows(site: Site): Promise<Figure> {
  const ours = await startSite(site);
  const outDir = join(site.dir, 'bare');
  const bareRoot = resolve(import.meta.dirname, 'grid');
  const vite = { configFile: false as const, root: bareRoot, logLevel: 'error' as const, plugins: [react()] };
  await build({ ...vite, build: { outDir, emptyOutDir: true } });
  const bare = await preview({ ...vite, build: { outDir }, preview: { port: 0, host: '127.0.0.1', proxy: { '/api': ours.url } } });
  const browser = await startBrowser();
  try {
    const { token, query } = await firstReport(ours);
    const pages = [`${ours.url}/app/reports/planfeed${query}`, `${bare.resolvedUrls?.local[0]}#/api/report/planfeed/${query}`] as const;
    const [mine, theirs] = await roundsInTurns(ROUNDS, async (side) => (await rowsAfter(browser, pages[side], token, async () => null))[0]);
    return figure('P7', 'first report on a cold cache, time to rows', 'ms', mine, theirs, '≤ 1.3');
  } finally {
    await browser.close();
    await bare.close();
    await ours.stop();
  }
}
