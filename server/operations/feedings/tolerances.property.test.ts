import fc from 'fast-check';
import { expect } from 'vitest';
import { countRuns } from '#tests/support/count-runs.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { exact, minus, over, rounded, size, times } from '#tests/support/reports/recompute.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const test = base.override({ now: `${TODAY}T10:00:00Z` });
const PLANS = [3000, 1500, 500] as const;

const tolerance = fc.record({
  percent: fc.integer({ min: 0, max: 600 }).map((hundredths) => hundredths / 100),
  grams: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 })),
  /** Grams beyond the plan. */
  off: fc.integer({ min: -90_000, max: 90_000 }),
});

/** Tolerance in grams: the larger of both of the ingredient, or that of the mixer. */
function findLimit({ percent, grams }: { percent: number; grams: number }, plan: number, mixer: number): number {
  const ofPlan = rounded(over(times(exact(String(plan)), exact(percent.toFixed(2))), exact('100'))!, 1000);
  return Math.max(grams, ofPlan) || mixer * 1000;
}

test('random tolerances are the same in the feeding, in its report and in its hits, before and after the load', async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(tolerance, tolerance, tolerance), fc.integer({ min: 1, max: 40 }), async (all, mixer) => {
      const farm = await makeReadyFarm(api);
      const { owner } = farm.client;
      await owner.put(`manager/mixers/${farm.mixer}/`, { loading_admittance: mixer });
      const feeds = [farm.silage, farm.hay, farm.meal];
      for (const [index, { percent, grams }] of all.entries())
        await owner.put(`manager/ingredients/${feeds[index]}/`, { tolerance_percent: percent, tolerance: grams / 1000 });
      const { id } = await makeSchedule(farm, TODAY);
      const path = `schedule/schedules/${id}/`;
      const read = async () => (await owner.get(path)).data.items.map((item: { tolerance: number }) => Math.round(item.tolerance * 1000));
      const limits = all.map((one, index) => findLimit(one, PLANS[index]!, mixer));
      expect(await read()).toEqual(limits);
      const items = all.map(({ off }, index) => ({ ingredient: feeds[index], weight_fact: (PLANS[index]! * 1000 + off) / 1000 }));
      await owner.put(`${path}load/`, { status: 'in_process' });
      expect((await owner.put(`${path}load/`, { status: 'loaded', items })).status).toBe(200);
      // Later tolerances leave the load as it is.
      for (const feed of feeds) await owner.put(`manager/ingredients/${feed}/`, { tolerance_percent: 50, tolerance: 0 });
      expect(await read()).toEqual(limits);
      const hits = all.map(({ off }, index) => {
        const beyond = minus(size(exact(String(off))), exact(String(limits[index])));
        return beyond.n <= 0n;
      });
      const { rows, totals } = await reportOf(owner, `load/${id}/detail/`);
      expect(rows.map((row) => row.admittance_kept)).toEqual(hits);
      expect(totals.admittance_kept).toBe(`${hits.filter(Boolean).length} / 3`);
      expect(totals.bullseye).toBeCloseTo((100 * hits.filter(Boolean).length) / 3, 5);
    }),
    { numRuns: countRuns(8) },
  );
});
