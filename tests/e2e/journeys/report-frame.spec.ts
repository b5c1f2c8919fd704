import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { daysBetween } from '#contract/days.ts';
import { allReports } from '#contract/reports/index.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { goTo } from '#tests/e2e/support/walk-menu.ts';
import { textOf } from '#tests/support/text-of.ts';

/** The part of the chosen days that is cut in the bar; they come first. */
const cutDays = (page: Page, name: string) =>
  page
    .getByRole('search')
    .getByRole('button', { name })
    .evaluate((button) => {
      const label = button.querySelector('.mantine-Text-root');
      const words = label?.firstChild;
      const text = words?.textContent ?? '';
      if (!label || !words || !/\d/.test(text)) return 'no days';
      // The name of the days follows them, if they have one.
      const days = text.includes(',') ? text.indexOf(',') : text.length;
      const range = document.createRange();
      range.setStart(words, 0);
      range.setEnd(words, days);
      return range.getBoundingClientRect().right <= label.getBoundingClientRect().right ? null : words.textContent;
    });

const SIZES = [
  { width: 1440, height: 900, rows: 10 },
  { width: 1280, height: 720, rows: 5 },
];

/** The height for rows of 34 px in the visible grid, and the rows that are completely visible. */
const seenRows = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.ag-grid-viewport, .ag-body-viewport')?.getBoundingClientRect();
    const total = document.querySelector('.ag-floating-bottom, .ag-grid-pinned-bottom-rows-container')?.getBoundingClientRect();
    if (!body) return { room: 0, seen: 0, all: 0, scrolls: false };
    const rows = [...document.querySelectorAll('.ag-row:not(.ag-row-pinned)')];
    const bottom = Math.min(body.bottom, window.innerHeight, total?.height ? total.top + 1 : Number.POSITIVE_INFINITY);
    const indexes = (list: Element[]) => new Set(list.map((row) => row.getAttribute('row-index'))).size;
    const first = Math.min(...rows.map((row) => row.getBoundingClientRect().top));
    return {
      room: Math.floor((bottom - first) / 34),
      seen: indexes(rows.filter((row) => row.getBoundingClientRect().bottom <= bottom && row.getBoundingClientRect().top >= body.top)),
      all: indexes(rows),
      scrolls: document.documentElement.scrollHeight > window.innerHeight,
    };
  });

test('every report shows ten rows of its grid, or all, on a large screen and five on a small one, its charts and tiles there', async ({
  page,
  signIn,
}) => {
  await signIn('owner');
  await standing(page);
  const lacking: string[] = [];
  let looked = 0;
  for (const { id, route, explained, beneath, byTodaysRules } of allReports) {
    await goTo(page, `/app/reports/${route}`);
    await standing(page);
    if ((await page.locator('.ag-row').count()) === 0) continue;
    looked += 1;
    const cut = await cutDays(page, say('reports:filter.period'));
    if (cut) lacking.push(`${id} shows its days cut: ${cut}`);
    for (const { width, height, rows } of SIZES) {
      await page.setViewportSize({ width, height });
      await expect(async () => {
        const { room, seen, all, scrolls } = await seenRows(page);
        expect({ room: room >= Math.min(rows, all), seen: seen >= Math.min(rows, all), scrolls }).toEqual({
          room: true,
          seen: true,
          scrolls: explained ?? beneath ?? byTodaysRules ?? false,
        });
      })
        .toPass()
        .catch(async () => lacking.push(`${id} at ${width}: ${JSON.stringify(await seenRows(page))}`));
    }
  }
  expect(lacking).toEqual([]);
  expect(looked).toBeGreaterThan(15);
});

test('a grid of few rows ends below its total, and the charts take the rest of the screen', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn('owner');
  await page.goto('/app/reports/operators');
  await standing(page);
  await expect(async () => {
    const { empty, chart } = await page.evaluate(() => {
      const bottom = (selector: string) =>
        Math.max(...[...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().bottom));
      return {
        empty: bottom('.ag-row-pinned') - bottom('.ag-row:not(.ag-row-pinned)'),
        chart: document.querySelector('main figure')?.getBoundingClientRect().height ?? 0,
      };
    });
    expect(empty).toBeLessThan(34 + 24);
    expect(chart).toBeGreaterThan(220);
  }).toPass();
});

/** Checks that the totals are visible above the bottom bar, and finds names next to bars that are cut at the end of their place. */
const measureFrame = (page: Page) =>
  page.evaluate(() => {
    const total = document.querySelector('.ag-floating-bottom, .ag-grid-pinned-bottom-rows-container')?.getBoundingClientRect();
    const bar = document.querySelector('main ~ nav')?.getBoundingClientRect();
    const cut = [...document.querySelectorAll('main figure .recharts-yAxis-tick-labels text')].filter((name) => {
      const place = name.closest('.recharts-wrapper')!.parentElement!.getBoundingClientRect();
      const { top, bottom } = name.getBoundingClientRect();
      return top < place.bottom - 1 && bottom > place.bottom + 2;
    });
    return {
      totals: Boolean(total?.height) && total!.bottom <= (bar?.height ? bar.top : window.innerHeight),
      cut: cut.map(({ textContent }) => textContent),
    };
  });

test('totals stay visible on a tablet and under rows of switches, and no bar is cut', async ({ page, signIn }) => {
  await signIn('owner');
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize({ width, height });
    for (const route of ['planfeed', 'bunk', 'consumption', 'iofc', 'budget', 'supply']) {
      await goTo(page, `/app/reports/${route}`);
      await standing(page);
      await expect(page.locator('main figure svg').first()).toBeAttached();
      await expect(async () => expect(await measureFrame(page), `${route} at ${width}`).toEqual({ totals: true, cut: [] })).toPass();
    }
  }
});

/** Labels of tiles and titles of charts of which something isn't seen. */
const cutNames = (page: Page, tiles: string) =>
  page.evaluate(
    (region) =>
      [...document.querySelectorAll<HTMLElement>(`main [aria-label="${region}"] p, main section > div > h2`)]
        .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1)
        .map(({ textContent }) => textContent),
    tiles,
  );

/** Names in drawings that lie over each other. */
const touchingNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main figure')].flatMap((figure) => {
      const names = [...figure.querySelectorAll('.recharts-yAxis-tick-labels text')].map((name) => ({
        text: name.textContent,
        box: name.getBoundingClientRect(),
      }));
      // Values of an axis go upwards.
      names.sort((a, b) => a.box.top - b.box.top);
      // A line's box is higher than its letters.
      return names.flatMap(({ text, box }, at) => (at > 0 && box.top < names[at - 1]!.box.bottom - 4 ? [text] : []));
    }),
  );

test('labels of tiles, titles of charts and names in them are read whole, in long words as well', async ({ page, signIn }) => {
  await signIn('owner');
  await standing(page);
  for (const language of ['uk', 'de'] as const) {
    await page.evaluate((word) => localStorage.setItem('manger', word), language);
    await page.reload();
    for (const { width, height } of [
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize({ width, height });
      for (const route of ['operators', 'bunk', 'cost-change', 'cost-bridge']) {
        await goTo(page, `/app/reports/${route}`);
        await standing(page);
        await expect(page.locator('main figure text').first()).toBeAttached();
        expect(await cutNames(page, textOf(language, 'reports:tiles.title')), `${route} in ${language} at ${width}`).toEqual([]);
        expect(await touchingNames(page), `${route} in ${language} at ${width}`).toEqual([]);
      }
    }
  }
});

test('the bar stays in its place with a long comparison period, next to a title and below it', async ({ page, signIn }) => {
  await signIn('owner', 'de');
  await standing(page);
  for (const compared of ['previous', 'last_year']) {
    for (const route of ['planfeed', 'explorer']) {
      await goTo(page, `/app/reports/${route}?compare_with=${compared}`);
      await standing(page);
      for (const width of [1200, 1210, 1280, 1300, 1366, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const beyond = () =>
          page.getByRole('search').evaluate((bar) => {
            const end = Math.max(...[...bar.children].map((child) => child.getBoundingClientRect().right));
            return Math.max(Math.round(end - bar.getBoundingClientRect().right), document.documentElement.scrollWidth - window.innerWidth);
          });
        await expect(async () => expect(await beyond(), `${route} ${compared} at ${width}`).toBeLessThanOrEqual(0)).toPass();
      }
    }
  }
});

test('a report begins with seven whole days; its comparison passes to the next one, with farm and days', async ({ page, signedIn }) => {
  await signedIn('owner');
  await page.goto('/app/reports/planfeed');
  await standing(page);
  const query = () => new URL(page.url()).searchParams;
  const [after, before] = [query().get('planned_on_after')!, query().get('planned_on_before')!];
  expect(daysBetween(after, before)).toBe(7);
  const bar = page.getByRole('search', { name: say('reports:filter.title') });
  await bar.getByRole('button', { name: new RegExp(`^${say('reports:filter.compare_with')}`) }).click();
  await page.getByRole('button', { name: say('reports:switch.compare_with.last_year') }).click();
  const tiles = page.getByRole('region', { name: say('reports:tiles.title') });
  // The demonstration has no data of a year ago.
  await expect(tiles.getByText(say('reports:tiles.no_facts'), { exact: true })).toHaveCount(4);
  const chosen = query().toString();
  expect(query().getAll('compare_with')).toEqual(['last_year']);

  await new Shell(page).toReport(say('reports:report.inout'));
  await expect.poll(() => query().toString()).toBe(chosen);
  // A link that names its days is as it was when it was passed on.
  await goTo(page, '/app/reports/planfeed?planned_on_after=2026-01-01&planned_on_before=2026-01-02');
  await standing(page);
  expect(query().has('compare_with')).toBe(false);
});

interface Place {
  key: string | null;
  text: string;
  left: number;
  top: number;
  width: number;
}

/** The positions of a report's names, second row and totals. */
const measurePlaces = (page: Page, selectors: readonly string[], attribute: string) =>
  page.evaluate(
    ([all, name]) =>
      all.map((selector) =>
        [...document.querySelectorAll(selector)].map((cell): Place => {
          const { left, width, top, height } = cell.getBoundingClientRect();
          return { key: cell.getAttribute(name), text: cell.textContent?.trim() ?? '', left, width, top: top + height / 2 };
        }),
      ),
    [selectors, attribute] as const,
  );
const FIRST = ['thead tr:last-child th', 'tbody tr:nth-child(2) td', 'tfoot td'].map((part) => `[data-first-rows] ${part}`);
const GRID = ['.ag-header-cell', '.ag-row[row-index="1"] .ag-cell', '.ag-row-pinned .ag-cell'];

test('a report loads without a layout shift, in any order of its parts', async ({ page, signedIn }) => {
  await signedIn('owner');
  // The slower parts of the page.
  for (const [part, ms] of [
    [/\.woff2$/, 700],
    [/farms\/dashboard\//, 1500],
    [/\/data-grid-[^/]+\.js$/, 3000],
  ] as const)
    await page.route(part, async (route) => {
      await new Promise((late) => setTimeout(late, ms));
      await route.continue();
    });
  await page.addInitScript(() => {
    Object.assign(window, { jumps: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { jumps: number[] }).jumps.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/app/reports/planfeed');
  // The first rows are visible before the grid, with each cell at the position that it has in the grid.
  await page.locator('[data-first-rows] tbody td').first().waitFor();
  const first = await measurePlaces(page, FIRST, 'data-col');
  await standing(page);
  await expect(page.locator('[data-first-rows]')).toHaveCount(0);
  const grid = await measurePlaces(page, GRID, 'col-id');
  for (const [line, cells] of first.entries()) {
    expect(cells.length).toBeGreaterThan(5);
    for (const cell of cells) {
      const there = grid[line]?.find(({ key }) => key === cell.key);
      expect(there, cell.key ?? '').toMatchObject({ text: cell.text });
      for (const side of ['left', 'top', 'width'] as const)
        expect(Math.abs((there?.[side] ?? Number.NaN) - cell[side]), `${side} of ${cell.key}, line ${line}`).toBeLessThanOrEqual(1);
    }
  }
  const jumps = await page.evaluate(() => (window as unknown as { jumps: number[] }).jumps);
  expect(jumps.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});

test('on a phone a report is cards behind one button of filters, the grid when asked for', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn('owner');
  for (const report of ['planfeed', 'inout']) {
    await page.goto(`/app/reports/${report}`);
    const main = page.locator('main');
    await expect(main.getByRole('listitem').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const bar = page.getByRole('search', { name: say('reports:filter.title') });
    await expect(bar.getByRole('button', { name: new RegExp(`^${say('reports:filter.add')}`) })).toBeVisible();
    await expect(bar.getByRole('button', { name: new RegExp(`^${say('reports:filter.period')}`) })).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(
        violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
      ).toEqual([]);
    }
    await main.getByRole('button', { name: say('reports:grid.as_table') }).click();
    await expect(page.locator('.ag-row').first()).toBeVisible();
  }
});

test('the grid is dark in dark mode, and so is the hovered row', async ({ page, signedIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signedIn('owner');
  await page.goto('/app/reports/planfeed');
  await standing(page);
  // Its colours follow the scheme that the grid declares: `light-dark()` depends on it.
  const scheme = await page
    .locator('.ag-row')
    .first()
    .evaluate((row) => getComputedStyle(row).colorScheme);
  expect(scheme).toBe('dark');
});
