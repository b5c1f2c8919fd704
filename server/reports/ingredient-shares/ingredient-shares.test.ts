import { describe, expect } from 'vitest';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Fraction,
  feedingsOf,
  grouped,
  HUNDRED,
  minus,
  mixOf,
  number,
  over,
  type Raw,
  times,
  total,
  totalOf,
  unloadedOf,
  type Wanted,
  weighingsOf,
  whole,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);

interface Share {
  ingredient: number;
  farm: number;
  group: number | null;
  period: number | null;
  kg: Fraction;
  dry: Fraction;
  cost: Fraction;
}

/** Every ingredient of every load × every group that was given it; with `undelivered`, also the part that no group was given. */
function computeShares(raw: Raw, wanted: Wanted, undelivered: boolean): Share[] {
  const schedules = new Map(raw.schedules.map((schedule) => [schedule.id, schedule]));
  const items = grouped(
    raw.items.filter(({ fact }) => fact !== null),
    ({ schedule_id }) => schedule_id,
  );
  const of = (schedule: number, group: number | null, portion: Fraction): Share[] =>
    (items.get(String(schedule)) ?? []).map((item) => {
      const kg = times(exact(item.fact!), portion);
      return {
        ingredient: item.ingredient_id,
        farm: schedules.get(schedule)!.farm_id,
        group,
        period: schedules.get(schedule)!.period_id,
        kg,
        dry: over(times(kg, exact(item.dry_matter!)), HUNDRED)!,
        cost: times(kg, exact(item.price!)),
      };
    });
  const given = feedingsOf(raw, wanted).flatMap(({ schedule, group, part }) => (part && part.n > 0n ? of(schedule, group, part) : []));
  if (!undelivered) return given;
  const loaded = new Set(weighingsOf(raw, wanted).flatMap(({ schedule, fact }) => (fact === null ? [] : [schedule.id])));
  const rest = (id: number) => over(minus(mixOf(raw, id), unloadedOf(raw, id)), mixOf(raw, id)) ?? whole(1);
  return [...given, ...[...loaded].flatMap((id) => (rest(id).n > 0n ? of(id, null, rest(id)) : []))];
}

const figures = (shares: Share[]) => {
  const [kg, dry, cost] = (['kg', 'dry', 'cost'] as const).map((key) => totalOf(shares.map((share) => share[key])));
  return {
    given: number(kg!),
    dry_matter: number(dry!),
    cost: number(cost!),
    price_given: number(over(cost!, kg!)),
  };
};

function compare(data: ReportData, shares: Share[], part: 'group' | 'period', earlier: Share[]) {
  const rows = grouped(shares, (share) => `${share.farm} ${share[part]} ${share.ingredient}`);
  expect(data.rows).toHaveLength(rows.size);
  const toWholeKey = (row: Row) => String(part === 'group' ? row.ingredient_id : `${row.farm_id} ${row.period_id}`);
  const wholes = grouped(shares, (share) => (part === 'group' ? share.ingredient : `${share.farm} ${share.period}`));
  for (const row of data.rows) {
    const own = rows.get(`${row.farm_id} ${row[`${part}_id`]} ${row.ingredient_id}`)!;
    const entire = wholes.get(toWholeKey(row))!;
    const share = number(over(times(HUNDRED, totalOf(own.map(({ kg }) => kg))!), total(entire.map(({ kg }) => kg))));
    expectFigures(row, figures(own), `${row[part]} ${row.ingredient}`);
    // Cut or raised to the next hundredth.
    expect(Math.abs(Number(row.share) - share!), `share of ${row[part]} ${row.ingredient}`).toBeLessThan(0.01);
    expect(Number(row.share)).toBe(Math.round(Number(row.share) * 100) / 100);
  }
  for (const [whole, parts] of grouped(data.rows, toWholeKey))
    expect(
      parts.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0),
      `shares of ${whole}`,
    ).toBe(10_000);
  const undelivered: Record<string, number | null> =
    part === 'group' ? { undelivered: number(total(shares.flatMap(({ group, kg }) => (group === null ? [kg] : [])))) } : {};
  expectFigures(data.totals, { ...figures(shares), ...undelivered }, 'total');
  expectFigures(tilesOf(data, 'value'), { ...figures(shares), ...undelivered }, 'tile');
  expectBefore(data, figures(earlier));
  const [byPart, byIngredient] = data.series;
  const drawn = (own: Share[]) => only(figures(own), ['given', 'cost']);
  const parts = grouped(shares, (share) => `${share[part]}`);
  for (const row of byPart!.rows.filter((one) => one[`${part}_id`] !== null)) {
    expectFigures(row, drawn(parts.get(String(row[`${part}_id`]))!), `${row[part]}`);
  }
  const ingredients = grouped(shares, ({ ingredient }) => ingredient);
  expect(byIngredient!.rows).toHaveLength(ingredients.size);
  for (const row of byIngredient!.rows) expectFigures(row, drawn(ingredients.get(String(row.ingredient_id))!), `${row.ingredient}`);
}

const isAboutGroups = (name: string) => name === 'groups' || name === 'an animal type';
// These reports have no filter on status: given feed was unloaded.
const names = FILTERS.filter((name) => name !== 'a period and statuses');

describe.each([
  ['load_ings_by_groups', 'group'],
  ['upload_ingredients', 'period'],
] as const)('%s equals an independent recomputation', (id, part) => {
  test.for(names)('%s', async (name, { world }) => {
    const { query, wanted } = narrowed(world, name);
    const waiting = part === 'group' && !isAboutGroups(name);
    const data = await report(world, `${id}/make/?${range}${query}`);
    expect(data.rows.length).toBeGreaterThan(5);
    compare(data, computeShares(world.raw, wanted, waiting), part, computeShares(world.raw, { ...wanted, ...before }, waiting));
  });

  test('the report filters by one ingredient', async ({ world }) => {
    const { kyiv } = world;
    const data = await report(world, `${id}/make/?${range}&ingredient=${kyiv.ingredients[2]}`);
    const { wanted } = narrowed(world, 'all farms');
    const only = (shares: Share[]) => shares.filter(({ ingredient }) => ingredient === kyiv.ingredients[2]);
    const waiting = part === 'group';
    compare(data, only(computeShares(world.raw, wanted, waiting)), part, only(computeShares(world.raw, { ...wanted, ...before }, waiting)));
  });
});

describe('identities', () => {
  test('the groups’ parts sum to the loaded quantity', async ({ world }) => {
    for (const name of names.filter((one) => !isAboutGroups(one))) {
      const { query } = narrowed(world, name);
      const [parts, loads] = [
        await report(world, `load_ings_by_groups/make/?${range}${query}`),
        await report(world, `load/?${range}${query}`),
      ];
      expect(parts.totals.given).toBeCloseTo(Number(loads.totals.fact), 5);
      expect(parts.totals.undelivered).toBeGreaterThan(0);
      // The name of the sum fits its contents, which include rows without a group.
      for (const named of [parts.columns, parts.tiles])
        expect(named.find(({ key }) => key === 'given')?.label).toBe('reports:tile.loaded_moved');
    }
  });

  test('feed delivered to animals costs the same as in the feeding plan', async ({ world }) => {
    for (const name of names) {
      const { query } = narrowed(world, name);
      const [parts, planfeed] = [
        await report(world, `upload_ingredients/make/?${range}${query}`),
        await report(world, `planfeed/?${range}${query}`),
      ];
      expect(parts.totals.cost).toBeCloseTo(Number(planfeed.totals.cost), 5);
      expect(parts.totals.dry_matter).toBeCloseTo(Number(planfeed.totals.dry_matter), 5);
    }
  });
});
