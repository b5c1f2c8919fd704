import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { provideBrowser } from '#scripts/browser.mjs';
import { SECRET, type Site, signedIn } from './server.ts';
import { type Running, startManger } from './servers.ts';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: provideBrowser() ?? '', args: FLAGS });

export const startSite = (site: Site): Promise<Running> =>
  startManger({ DATABASE_URL: site.url, DATA_DIR: join(site.dir, 'app'), SECRET_KEY: SECRET, DEMO: '0' });

/** The reader of the first report, and its query: the last eight whole days of a farm. */
export async function firstReport({ url }: Running): Promise<{ token: string; query: string }> {
  const token = await signedIn((path, init) => fetch(url + path, init), 'owner@manger.test');
  const farms = await fetch(`${url}/api/manager/farms/dashboard/`, { headers: { authorization: `JWT ${token}` } });
  const farm = ((await farms.json()) as { data: { id: number }[] }).data[0]?.id;
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  return { token, query: `?farm=${farm}&planned_on_after=${day(8)}&planned_on_before=${day(1)}` };
}

/** A way to the report in an open page. */
export interface Turn {
  /** Resolves when the page is ready. */
  ready(page: Page): Promise<void>;
  turn(page: Page): Promise<void>;
}

/** A phone at the edge of a village: 1.6 Mbit/s down, 0.75 up, 150 ms round trip. */
export const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** In the grid, or in the table before it. */
export const FIRST_ROW = '.ag-row .ag-cell, [data-first-rows] td';

/** The page records the first row itself, by the common clock: questions from outside are answered only when the page is idle. */
const watchRows = `{
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('${FIRST_ROW}')) return;
    watcher.disconnect();
    rowsStood(performance.timeOrigin + performance.now());
  });
  watcher.observe(document, { childList: true, subtree: true });
}`;

/**
 * Time in ms from the request of an uncached page to the first row, or from `way` on in an open page; and the result of `look` in the page.
 */
export async function rowsAfter<T>(
  browser: Browser,
  url: string,
  token: string,
  look: (page: Page) => Promise<T>,
  { way, network }: { way?: Turn; network?: typeof SLOW_NETWORK } = {},
): Promise<[number, T]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((kept) => localStorage.setItem('t', kept), token);
  const page = await context.newPage();
  if (network) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', network);
  const stood = new Promise<number>((resolve) => void page.exposeFunction('rowsStood', resolve));
  if (way) {
    await page.goto(url);
    await way.ready(page);
    await page.evaluate(watchRows);
  } else await page.addInitScript(watchRows);
  const started = performance.timeOrigin + performance.now();
  if (way) await way.turn(page);
  else await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector(FIRST_ROW, { state: 'attached', timeout: 120_000 });
  const ms = (await stood) - started;
  const found = await look(page);
  await context.close();
  return [ms, found];
}

/** Alternates both sides, each beginning equally often. The first round warms up and doesn't count. */
export async function roundsInTurns<T>(rounds: number, run: (side: 0 | 1) => Promise<T>): Promise<[T[], T[]]> {
  const found: [T[], T[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const one = await run(side);
      if (round > 0) found[side].push(one);
    }
  }
  return found;
}
