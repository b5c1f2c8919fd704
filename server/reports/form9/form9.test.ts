import { describe, expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Fraction,
  feedingsOf,
  grouped,
  hasFed,
  number,
  over,
  type Raw,
  times,
  total,
  type Wanted,
  whole,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);

interface Given {
  group: number;
  day: string;
  heads: number;
  ingredient: number;
  kg: Fraction;
  cost: Fraction;
  plan: Fraction;
}

/** Every feed of every feeding whose mixer was unloaded: the group's part of its weight, its money and its plan. */
function listGiven(raw: Raw, wanted: Wanted): Given[] {
  const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
  const feedings = feedingsOf(raw, wanted);
  const fedOn = new Set(feedings.filter(hasFed).map(({ group, day }) => `${group} ${day}`));
  return feedings.flatMap(({ schedule, group, day, part: portion, plan, ...feeding }) => {
    // The plan of a day's feeding that gave nothing is part of the day's norm; a day that gave nothing has none.
    if (!fedOn.has(`${group} ${day}`)) return [];
    const heads = hasFed(feeding) ? feeding.heads : 0;
    const load = items.get(String(schedule)) ?? [];
    const planned = total(load.map((item) => exact(item.plan)));
    if (!portion) return [];
    return load.map((item) => {
      const kg = times(exact(item.fact ?? '0'), portion);
      return {
        group,
        day,
        heads,
        ingredient: item.ingredient_id,
        kg,
        cost: item.price === null ? whole(0) : times(kg, exact(item.price)),
        plan: over(times(plan, exact(item.plan)), planned) ?? whole(0),
      };
    });
  });
}

const sumKg = (given: Given[]) => total(given.map(({ kg }) => kg));
const sumCost = (given: Given[]) => total(given.map(({ cost }) => cost));
/** The most heads of a group on a day, summed. */
const countHeads = (given: Given[]) =>
  [...grouped(given, ({ group, day }) => `${group} ${day}`).values()].reduce(
    (sum, one) => sum + Math.max(...one.map(({ heads }) => heads)),
    0,
  );

const totalFigures = (given: Given[]) => ({
  given: number(given.length > 0 ? sumKg(given) : null),
  cost: number(given.length > 0 ? sumCost(given) : null),
  cost_per_head: number(over(sumCost(given), whole(countHeads(given)))),
});
const sumByFeed = (given: Given[]) =>
  Object.fromEntries([...grouped(given, ({ ingredient }) => ingredient)].map(([id, own]) => [`ingredient_${id}`, number(sumKg(own))]));

function compare(data: ReportData, given: Given[], earlier: Given[]): void {
  const days = grouped(given, ({ group, day }) => `${group}_${day}`);
  expect(data.rows.map(({ id }) => id).sort()).toEqual([...days.keys()].sort());
  for (const row of data.rows) {
    const own = days.get(String(row.id))!;
    expect(row.heads).toBe(countHeads(own));
    const feeds = sumByFeed(own);
    expect(
      Object.keys(row)
        .filter((key) => key.startsWith('ingredient_'))
        .sort(),
    ).toEqual(Object.keys(feeds).sort());
    expectFigures(row, { ...only(totalFigures(own), ['given', 'cost']), ...feeds }, String(row.id));
  }
  const feeds = sumByFeed(given);
  expect(
    data.columns
      .map(({ key }) => key)
      .filter((key) => key.startsWith('ingredient_'))
      .sort(),
  ).toEqual(Object.keys(feeds).sort());
  expectFigures(data.totals, { heads: countHeads(given) || null, ...only(totalFigures(given), ['given', 'cost']), ...feeds }, 'total');
  expectFigures(tilesOf(data, 'value'), { feed_days: countHeads(given), ...totalFigures(given) }, 'tile');
  expectBefore(data, { feed_days: countHeads(earlier), ...totalFigures(earlier) });

  const [byFeed, byGroup] = data.series;
  const groups = grouped(given, ({ group }) => group);
  expect(byGroup!.rows).toHaveLength(groups.size);
  for (const row of byGroup!.rows) {
    const own = groups.get(String(row.group_id))!;
    expect(row.feed_days).toBe(countHeads(own));
    expectFigures(
      row,
      {
        ...totalFigures(own),
        given_per_head: number(over(sumKg(own), whole(countHeads(own)))),
        price_given: number(over(sumCost(own), sumKg(own))),
      },
      `group ${row.group}`,
    );
  }
  const lines = grouped(given, ({ group, ingredient }) => `${group} ${ingredient}`);
  expect(byFeed!.rows).toHaveLength(lines.size);
  for (const row of byFeed!.rows) {
    const own = lines.get(`${row.group_id} ${row.ingredient_id}`)!;
    const heads = whole(countHeads(groups.get(String(row.group_id))!));
    expectFigures(
      row,
      {
        given: number(sumKg(own)),
        cost: number(sumCost(own)),
        price_given: number(over(sumCost(own), sumKg(own))),
        norm: number(over(total(own.map(({ plan }) => plan)), heads)),
        given_per_head: number(over(sumKg(own), heads)),
      },
      `${row.ingredient}`,
    );
  }
}

// A statement is of whole groups: it is narrowed by farm and group alone.
const names = FILTERS.filter((name) => ['all farms', 'one farm', 'two farms', 'groups', 'an animal type'].includes(name));

describe('the feed expenditure statement equals an independent recomputation', () => {
  test.for(names)('%s', async (name, { world }) => {
    const { query, wanted } = narrowed(world, name);
    const data = await report(world, `form9/make/?${range}${query}`);
    expect(data.rows.length).toBeGreaterThan(5);
    compare(data, listGiven(world.raw, wanted), listGiven(world.raw, { ...wanted, ...before }));
  });

  test('a farm where nothing happened', async ({ world }) => {
    const data = await report(world, `form9/make/?${range}&farm=${world.empty}`);
    expect([data.rows, data.totals, tilesOf(data, 'value')]).toEqual([
      [],
      { heads: null, given: null, cost: null },
      { feed_days: 0, given: null, cost: null, cost_per_head: null },
    ]);
  });

  test('the cost equals the feeding plan', async ({ world }) => {
    for (const name of names) {
      const { query } = narrowed(world, name);
      const [statement, planfeed] = [
        await report(world, `form9/make/?${range}${query}`),
        await report(world, `planfeed/?${range}${query}`),
      ];
      expect(statement.totals.cost).toBeCloseTo(Number(planfeed.totals.cost), 5);
    }
  });
});

test('the sheet needs the right to forms', async ({ world }) => {
  expect((await world.api.nobody.get(`report/form9/make/?${range}`)).status).toBe(401);
});
