import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { MAX_IMPORTED } from '#contract/imports.ts';
import core from '#locales/us/core.json' with { type: 'json' };
import { onDemonstration } from './demo.ts';
import { startBrowser, startSite } from './pages.ts';
import { signedIn } from './server.ts';
import { type Figure, figure } from './statistics.ts';

/** Ms that a task of the page may take: longer ones are felt. */
const STALL_MS = 50;
const ROUNDS = 3;
const TIMEOUT = 120_000;
const WEIGHINGS_OF_A_LOAD = 10;

declare global {
  interface Window {
    longTasks: { startTime: number; duration: number }[];
  }
}

interface Named {
  id: number;
  name: string;
}

interface FileScreen {
  file: string;
  /** Opens the choice of a file. */
  open: (page: Page) => Promise<void>;
  /** Selects rows of the preview. */
  row: string;
}

interface Farm {
  address: string;
  name: string;
  feeds: Named[];
  ration: Named;
  mixer: Named;
}

/** P24: the longest task of the page while it reads and previews the largest file. */
export const benchImportPage = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
    const server = await startSite({ url, adminUrl: url, dir });
    const browser = await startBrowser();
    try {
      const ask = (path: string, init?: RequestInit) =>
        fetch(server.url + path, { ...init, headers: { 'content-type': 'application/json', ...init?.headers } });
      const token = await signedIn(ask, 'owner@manger.test');
      const headers = { authorization: `JWT ${token}` };
      await ask('/api/auth/me/', { method: 'PUT', headers, body: JSON.stringify({ language: 'us', units: 'kg' }) });
      const farm = await readFarm(async (path) => ((await (await ask(path, { headers })).json()) as { data: never }).data);
      const pages = [
        { what: 'deliveries', path: '/app/stock/deliveries', text: writeDeliveries(farm), open: openImport, row: '[role=dialog] tbody tr' },
        {
          what: 'loads',
          path: `${farm.address}/planning/import`,
          text: writeLoads(farm),
          open: async () => {},
          row: 'main table tbody tr',
        },
      ];
      const figures: Figure[] = [];
      for (const { what, path, text, ...page } of pages) {
        const took: number[] = [];
        // The bytes of a file without a path would pass through the page.
        const file = join(dir, `${what}.csv`);
        writeFileSync(file, text);
        for (let round = 0; round < ROUNDS; round += 1)
          took.push(await findLongestTask(browser, server.url + path, token, { file, ...page }));
        const work = `longest task of the page, preview of ${MAX_IMPORTED} rows: ${what}`;
        figures.push(figure('P24', work, 'ms', took, Array(ROUNDS).fill(STALL_MS), '≤ 1'));
      }
      return figures;
    } finally {
      await browser.close();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  }, 'tiny');

async function readFarm(ask: <T>(path: string) => Promise<T>): Promise<Farm> {
  const [farm] = await ask<(Named & { company: number })[]>('/api/manager/farms/dashboard/');
  const read = (path: string) => ask<Named[]>(`/api/manager/${path}/?farm=${farm?.id}&page_size=20`);
  const [feeds, [ration], [mixer]] = await Promise.all([read('ingredients'), read('rations'), read('mixers')]);
  if (!farm || !ration || !mixer) throw new Error('the demonstration has no farm');
  return { address: `/app/companies/${farm.company}/farms/${farm.id}`, name: farm.name, feeds, ration, mixer };
}

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const pick = <T>(all: readonly T[], at: number) => all[at % all.length] as T;
const toText = (headings: string, line: (at: number) => (string | number)[]) =>
  [headings, ...Array.from({ length: MAX_IMPORTED }, (_, at) => line(at).join(';'))].join('\n');

const writeDeliveries = ({ name, feeds }: Farm) =>
  toText('farm_name;ingredient_name;delivered_at;delivery_type;value;price', (at) => [
    name,
    pick(feeds, at).name,
    `${day(at % 20)} 08:${String(at % 60).padStart(2, '0')}`,
    'delivery',
    1000 + (at % 500),
    '4.5',
  ]);

const writeLoads = ({ ration, mixer, feeds }: Farm) =>
  toText('load;at;ration_name;mixer_name;ingredient_name;target;actual', (at) => [
    Math.floor(at / WEIGHINGS_OF_A_LOAD),
    `${day(30 + (at % 5))} 06:00`,
    ration.name,
    mixer.name,
    pick(feeds, at).name,
    500,
    501,
  ]);

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: core.import.label }).click();
  await page.getByRole('dialog').waitFor();
}

/** Duration in ms of the longest task between the choice of a file and its preview; 0 if no task took 50 ms. */
async function findLongestTask(browser: Browser, url: string, token: string, { file, open, row }: FileScreen): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript((kept) => {
      localStorage.setItem('t', kept);
      window.longTasks = [];
      // The browser's driver copies a request's bytes in the page's own task, but not those of a Blob.
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function sendBlob(body) {
        send.call(this, body instanceof Uint8Array ? new Blob([body as Uint8Array<ArrayBuffer>]) : (body as XMLHttpRequestBodyInit | null));
      };
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
    }, token);
    const page = await context.newPage();
    await page.goto(url);
    await open(page);
    const input = page.locator('input[type=file]');
    await input.waitFor({ state: 'attached' });
    // Tasks of the page's own start don't count.
    await page.waitForTimeout(1000);
    const begun = await page.evaluate(() => performance.now());
    await input.setInputFiles(file);
    await page.locator(row).nth(2).waitFor({ timeout: TIMEOUT });
    // Observers receive a task after its end.
    await page.waitForTimeout(500);
    const tasks = await page.evaluate((from) => window.longTasks.filter(({ startTime }) => startTime >= from), begun);
    return Math.max(0, ...tasks.map(({ duration }) => duration));
  } finally {
    await context.close();
  }
}
