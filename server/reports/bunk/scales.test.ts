import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { BUNK_SCALES } from '#contract/operations/daily-call.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { throwLoads } from '#tests/support/reports/loads.ts';
import { exact, number, over, total, whole } from '#tests/support/reports/recompute.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

const FROM = '2026-03-01';
const DAYS = 6;
const test = base.override({ now: '2026-03-20T07:00:00Z' });

const KINDS = ['sdsu', 'zero_to_five', 'minus_two_to_three'] as const;
const scored = fc
  .constantFrom(...KINDS)
  .chain((kind) => fc.record({ kind: fc.constant(kind), score: fc.constantFrom(...BUNK_SCALES[kind]) }));
/** For each day whether each of two groups has a score. */
const walks = fc.array(fc.tuple(fc.option(scored), fc.option(scored)), { minLength: 2 * DAYS, maxLength: 2 * DAYS });

interface Score {
  day: string;
  group: number;
  kind: (typeof KINDS)[number];
  score: number;
}
const computeMean = (scores: readonly Score[]) =>
  number(over(total(scores.map(({ score }) => exact(String(score)))), whole(scores.length)));
const near = (mean: number | null) => (mean === null ? null : expect.closeTo(mean, 5));

test('means compare only scores of one scale, that of the newest score', async ({ api, farm }) => {
  const db = api.database.forClient(farm.client.id);
  const groups = [farm.cowsGroup, farm.heifers];
  // A tile is compared with a range that has feedings.
  await throwLoads(api, farm, { from: FROM, days: 2 * DAYS, each: 1, operator: null });
  const ids = new Map<string, number | null>([['sdsu', null]]);
  for (const kind of KINDS.slice(1)) {
    const rules = { farm: farm.farm, scale: kind, rows: [] };
    const { data } = await farm.client.owner.post('manager/callrules/', rules);
    ids.set(kind, data.scale_id);
    await farm.client.owner.delete(`manager/callrules/${data.id}/`);
  }
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      await db.deleteFrom('bunk_score').execute();
      const scores = walk.flatMap((pair, n): Score[] =>
        pair.flatMap((one, at) => (one ? [{ day: addDays(FROM, n), group: groups[at] ?? 0, ...one }] : [])),
      );
      for (const { day, group, kind, score } of scores) {
        const row = { client_id: farm.client.id, farm_id: farm.farm, group_id: group, day, score, scale_id: ids.get(kind) ?? null };
        await db.insertInto('bunk_score').values(row).execute();
      }
      const [from, to] = [addDays(FROM, DAYS), addDays(FROM, 2 * DAYS - 1)];
      const query = `planned_on_after=${from}&planned_on_before=${to}&farm=${farm.farm}`;
      const data = await reportOf(farm.client.owner, `bunk/make/?${query}`);
      const own = scores.filter(({ day }) => day >= from);
      const newest = own.at(-1)?.kind;
      const compared = own.filter(({ kind }) => kind === newest);
      expect(data.totals.score).toEqual(near(computeMean(compared)));
      expect(data.rows.filter(({ score }) => score !== null).map(({ day, score }) => [day, score])).toEqual(
        own.toSorted((a, b) => a.day.localeCompare(b.day)).map(({ day, score }) => [day, score]),
      );
      const byDay = data.series.find(({ key }) => key === 'score_by_day')?.rows ?? [];
      const days = [...new Set(compared.map(({ day }) => day))].sort();
      expect(byDay.map(({ day, score }) => [day, score])).toEqual(
        days.map((one) => [one, near(computeMean(compared.filter(({ day }) => day === one)))]),
      );
      const hasOther = own.some(({ kind }) => kind !== 'sdsu');
      expect(data.columns.some(({ key }) => key === 'scale')).toBe(hasOther);
      const before = computeMean(scores.filter(({ day, kind }) => day < from && kind === newest));
      const tile = data.tiles.find(({ key }) => key === 'score');
      expect(tile?.previous ?? null).toEqual(near(before));
    }),
    { numRuns: countRuns(6) },
  );
});
