import { expect } from 'vitest';
import { fedByGroup } from '#contract/reports/fed-by-group.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { type Feeding, feedingsOf, grouped, hasFed, summedFigures } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

const figures = (feedings: Feeding[]) => ({
  ...summedFigures(feedings),
  schedules: new Set(feedings.filter(hasFed).map(({ schedule }) => schedule)).size,
});

test.for(FILTERS)('the feed given to each group equals an independent recomputation and the feeding plan: %s', async (name, { world }) => {
  const { query, wanted } = narrowed(world, name);
  const data = await reportOf(world.client.owner, `upload_groups/make/?${range}${query}`);
  const feedings = feedingsOf(world.raw, wanted);
  const groups = grouped(feedings, ({ group }) => group);
  expect(groups.size).toBeGreaterThan(1);
  expect(data.rows.map(({ group_id }) => String(group_id)).sort()).toEqual([...groups.keys()].sort());
  for (const row of data.rows) expectFigures(row, figures(groups.get(String(row.group_id))!), String(row.group));
  expectFigures(data.totals, figures(feedings), 'total');
  expectFigures(tilesOf(data, 'value'), only(figures(feedings), fedByGroup.tiles), 'tile');
  const earlier = feedingsOf(world.raw, { ...wanted, ...before });
  expectBefore(data, only(summedFigures(earlier), fedByGroup.tiles));
  for (const series of data.series) {
    expect(series.rows).toHaveLength(groups.size);
    for (const row of series.rows)
      expectFigures(row, only(figures(groups.get(String(row.group_id))!), series.y), `${series.key} ${row.group}`);
  }
  const planfeed = await reportOf(world.client.owner, `planfeed/?${range}${query}`);
  for (const key of ['plan', 'fact', 'deviation', 'cost', 'heads']) expect(data.totals[key]).toEqual(planfeed.totals[key]);
});
