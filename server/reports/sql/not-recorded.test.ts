import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { compareLoads, comparePlanfeed } from '#tests/support/reports/compare.ts';
import { feedingsOf, hasFed, headDays, ofKnownDays } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { compareUploads } from '#tests/support/reports/uploads.ts';
import { before, type DiceWorld, FILTERS, FROM, narrowed, range, reportOf, TO } from '#tests/support/reports/world.ts';

let world: DiceWorld;
/** In Kyiv the 25th has begun, in New York the 24th goes on: days are over, last and are to come. */
const NOW = '2026-10-25T03:30:00Z';
const today = (farm: number) => (farm === world.newYork.id ? '2026-10-24' : '2026-10-25');

test.override('now', NOW);
test.beforeAll(({ world: thrown }) => {
  world = thrown;
});

const report = (path: string) => reportOf(world.client.owner, path);
const REPORTS = ['planfeed/', 'load/', 'upload/', 'upload_groups/make/', 'dashboard/make/'];
const kg = (cell: Row[string] | undefined) => Number(cell ?? 0);

/** Asserts that the visible figures add up, in every row and in the total. */
function expectTies(data: ReportData) {
  for (const row of [...data.rows, data.totals]) {
    const told = kg(row.plan) - kg(row.waiting) - kg(row.not_recorded) + kg(row.deviation);
    expect(Math.abs(told - kg(row.fact)), `${data.report} ${JSON.stringify(row)}`).toBeLessThan(5e-6);
  }
  for (const key of ['waiting', 'not_recorded']) {
    const shown = data.columns.some((column) => column.key === key && !column.hidden);
    expect(shown, key).toBe(data.rows.some((row) => kg(row[key]) !== 0));
  }
}

describe('plan − waiting − not recorded + deviation = fact', () => {
  test('every report on feeding adds up, over any days and filters', async () => {
    const day = fc.integer({ min: 1, max: 34 }).map((n) => new Date(Date.UTC(2026, 9, n)).toISOString().slice(0, 10));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...REPORTS), fc.constantFrom(...FILTERS), day, day, async (path, name, one, other) => {
        const [from, to] = [one, other].sort();
        const { query } = narrowed(world, name);
        // The overview has no filter by status.
        fc.pre(path !== 'dashboard/make/' || !query.includes('status='));
        expectTies(await report(`${path}?planned_on_after=${from}&planned_on_before=${to}${query}`));
      }),
      { numRuns: countRuns(60) },
    );
  });

  test.each(FILTERS)('as an independent recomputation has it: %s', async (name) => {
    const { query, wanted: asked } = narrowed(world, name);
    const wanted = { ...asked, today };
    const earlier = { ...wanted, ...before };
    comparePlanfeed(await report(`planfeed/?${range}${query}`), world.raw, wanted, earlier);
    compareLoads(await report(`load/?${range}${query}`), world.raw, wanted, earlier);
    compareUploads(await report(`upload/?${range}${query}`), world.raw, wanted, earlier);
  });
});

test('a day of a group of which nothing was recorded is no head-day, and nothing is missing any more once it is', async () => {
  world.api.setNow('2026-11-10T12:00:00Z');
  const data = await report(`planfeed/?${range}&farm=${world.kyiv.id}`);
  const days = new Map<string, Row[]>();
  for (const row of data.rows) days.set(`${row.day} ${row.group_id}`, [...(days.get(`${row.day} ${row.group_id}`) ?? []), row]);
  const most = (rows: Row[], key: string) => Math.max(0, ...rows.map((row) => kg(row[key])));
  const missed = [...days.values()].filter((rows) => rows.every(({ fact }) => fact === null));
  expect(missed.length).toBeGreaterThan(0);
  const known = [...days.values()].filter((rows) => !missed.includes(rows));
  // A feeding that gave nothing has no heads, and a forgotten feeding next to another has none.
  const feedings = feedingsOf(world.raw, { farms: [world.kyiv.id], from: FROM, to: TO });
  expect(data.totals.heads).toBe(headDays(feedings.filter(hasFed)));
  // The rows themselves still show the number of animals that was planned.
  expect(missed.some((rows) => most(rows, 'heads') > 0)).toBe(true);
  const plan = known.flat().reduce((sum, row) => sum + kg(row.plan), 0);
  expect(kg(data.totals.plan_per_head)).toBeCloseTo(plan / headDays(ofKnownDays(feedings)), 5);
  world.api.setNow(NOW);
});
