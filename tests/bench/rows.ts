import { createReadStream } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { extname, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import type { ReportData } from '#contract/reports/shape.ts';
import { FIRST_ROW, firstReport, roundsInTurns, rowsAfter, startBrowser, startSite, type Turn } from './pages.ts';
import type { Site } from './server.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 3;
const ROWS = 100_000;
const REPORT = '/api/report/planfeed/';
const PAGE = '/app/reports/planfeed';
const OTHER_REPORT = '/api/report/load/';
const OTHER_PAGE = '/app/reports/mixer-loads';
const NO_REPORT = '/app/companies';
const BARE = '/bare/';
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** P8: a report of a hundred thousand rows on our page with windows, compared with a bare grid that loads everything. */
export async function benchRows(site: Site): Promise<Figure[]> {
  const ours = await startSite(site);
  const outDir = join(site.dir, 'bare-rows');
  const root = resolve(import.meta.dirname, 'grid');
  await build({ configFile: false, root, base: BARE, logLevel: 'error', plugins: [react()], build: { outDir, emptyOutDir: true } });
  const { token, query } = await firstReport(ours);
  const answer = await fetch(ours.url + REPORT + query, { headers: { authorization: `JWT ${token}` } });
  const { data } = (await answer.json()) as { data: ReportData };
  const front = await startFront(ours.url, outDir, buildAnswers({ ...data, rows: repeatRows(data.rows) }));
  const browser = await startBrowser();
  try {
    const pages = [`${front.url}${PAGE}${query}`, `${front.url}${BARE}#${REPORT}${query}`] as const;
    const [mine, theirs] = await roundsInTurns(ROUNDS, (side) => rowsAfter(browser, pages[side], token, measureHeap));
    const ways = [throughMenu(), byHash(query)] as const;
    const open = [`${front.url}${OTHER_PAGE}${query}`, `${front.url}${BARE}#${OTHER_REPORT}${query}`] as const;
    const [turned, bare] = await roundsInTurns(ROUNDS, (side) => rowsAfter(browser, open[side], token, async () => 0, { way: ways[side] }));
    const column = (rounds: [number, number][], at: 0 | 1) => rounds.map((round) => round[at]);
    return [
      figure('P8', `report of ${ROWS} rows, from a page that is open: first rows`, 'ms', column(turned, 0), column(bare, 0), '≤ 0.5'),
      figure('P8', `report of ${ROWS} rows, page and all on a cold cache: first rows`, 'ms', column(mine, 0), column(theirs, 0), '≤ 0.5'),
      figure('P8', `report of ${ROWS} rows: heap`, 'MB', column(mine, 1), column(theirs, 1), '≤ 0.6'),
    ];
  } finally {
    await browser.close();
    front.server.closeAllConnections();
    front.server.close();
    await ours.stop();
  }
}

/** Follows a link of the page. */
function goTo(address: string) {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Both sides have shown another, short report before, like a page in use. */
const throughMenu = (): Turn => ({
  async ready(page) {
    await page.waitForSelector(FIRST_ROW);
    await page.evaluate(goTo, NO_REPORT);
    await page.waitForSelector(FIRST_ROW, { state: 'detached' });
  },
  // Runs inside the page on both sides, because a real click costs waiting and aiming.
  turn: (page) => page.evaluate(goTo, PAGE),
});
const byHash = (query: string): Turn => {
  const turn = (page: Page, hash: string) => page.evaluate((next) => location.assign(`#${next}`), hash);
  return {
    async ready(page) {
      await page.waitForSelector(FIRST_ROW);
      await turn(page, '');
      await page.waitForSelector(FIRST_ROW, { state: 'detached' });
    },
    turn: (page) => turn(page, REPORT + query),
  };
};

const repeatRows = (rows: ReportData['rows']): ReportData['rows'] =>
  Array.from({ length: ROWS }, (_, at) => ({ ...rows[at % rows.length], id: `${at}`, fact: at / 8 }));

/** Prepared answers, as the server's: a window with the count of all, or all. */
function buildAnswers(data: ReportData): (asked: URLSearchParams) => Buffer {
  const written = new Map<string, Buffer>();
  return (asked) => {
    const [page, size] = [Number(asked.get('page') ?? 1), Number(asked.get('page_size') ?? data.rows.length)];
    const key = `${page} ${size}`;
    const rows = data.rows.slice((page - 1) * size, page * size);
    const answer = written.get(key) ?? Buffer.from(JSON.stringify({ data: { ...data, rows }, count: data.rows.length }));
    written.set(key, answer);
    return answer;
  };
}

/** Memory in MB after a collection, when everything has loaded. */
async function measureHeap(page: Page): Promise<number> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(3000);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Our server with one report from memory, and the bare page next to it, so that both use the same connection. */
async function startFront(
  target: string,
  bareDir: string,
  answerTo: ReturnType<typeof buildAnswers>,
): Promise<{ url: string; server: Server }> {
  const server = createServer((asked, answer) => {
    const { pathname: path, searchParams } = new URL(asked.url ?? '/', target);
    if (path === REPORT) {
      answer.setHeader('content-type', 'application/json').end(answerTo(searchParams));
    } else if (path.startsWith(BARE)) {
      const file = path === BARE ? 'index.html' : path.slice(BARE.length);
      answer.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      createReadStream(join(bareDir, file)).pipe(answer);
    } else {
      const passed = request(target + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      });
      // Open pages keep the event stream, which ends with them.
      passed.on('error', () => answer.destroy());
      answer.on('close', () => passed.destroy());
      asked.pipe(passed);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, server };
}
