import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type PreviewServer, preview } from 'vite';
import { pagesOfBuild } from '#scripts/size.mjs';
import { firstReport, roundsInTurns, rowsAfter, SLOW_NETWORK, startBrowser, startSite } from './pages.ts';
import type { Site } from './server.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 11;
const SLOW_ROUNDS = 3;
/** Max weight of each page's scripts as served (brotli), in KiB. */
const BUDGETS = [125, 460];

/** P7: the scripts of the sign-in page and of the first report, and the time until the report's rows appear. */
export async function benchClient(site: Site): Promise<Figure[]> {
  const weights = pagesOfBuild().map(({ name, files }, page) => {
    const kib = files.reduce((sum, file) => sum + served(resolve(import.meta.dirname, '../..', file)), 0) / 1024;
    return figure('P7', `${name}: scripts as served`, 'KiB', [kib], [BUDGETS[page] ?? 0], '≤ 1');
  });
  return [...weights, ...(await timeToRows(site))];
}

/** Bytes of the compressed file, if smaller. */
const served = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

/** Serves scripts as small as a build can make them. */
const compressed = (folder: string): Plugin => ({
  name: 'compressed',
  configurePreviewServer({ middlewares }) {
    const made = new Map<string, Buffer>();
    middlewares.use((request, response, next) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (!path.endsWith('.js')) return next();
      const bytes = made.get(path) ?? brotliCompressSync(readFileSync(join(folder, path)));
      made.set(path, bytes);
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('content-encoding', 'br');
      response.end(bytes);
    });
  },
});

async function timeToRows(site: Site): Promise<Figure[]> {
  const ours = await startSite(site);
  const outDir = join(site.dir, 'bare');
  const bareRoot = resolve(import.meta.dirname, 'grid');
  const vite = { configFile: false as const, root: bareRoot, logLevel: 'error' as const, plugins: [react()] };
  await build({ ...vite, build: { outDir, emptyOutDir: true } });
  const serve = (plugins: Plugin[]) =>
    preview({ ...vite, plugins, build: { outDir }, preview: { port: 0, host: '127.0.0.1', proxy: { '/api': ours.url } } });
  const bare = await serve([]);
  // On a slow network bytes count, so both are compressed.
  const small = await serve([compressed(outDir)]);
  const browser = await startBrowser();
  try {
    const { token, query } = await firstReport(ours);
    const rounds = (many: number, grid: PreviewServer, network?: typeof SLOW_NETWORK) => {
      const pages = [`${ours.url}/app/reports/planfeed${query}`, `${grid.resolvedUrls?.local[0]}#/api/report/planfeed/${query}`] as const;
      return roundsInTurns(many, async (side) => (await rowsAfter(browser, pages[side], token, async () => null, { network }))[0]);
    };
    const [mine, theirs] = await rounds(ROUNDS, bare);
    const [mineSlow, theirsSlow] = await rounds(SLOW_ROUNDS, small, SLOW_NETWORK);
    return [
      figure('P7', 'first report on a cold cache, time to rows', 'ms', mine, theirs, '≤ 1.3'),
      figure('P7', 'that by 1.6 Mbit/s', 'ms', mineSlow, theirsSlow, '≤ 1.3'),
    ];
  } finally {
    await browser.close();
    await Promise.all([bare.close(), small.close()]);
    await ours.stop();
  }
}
