import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { compareLoads, comparePlanfeed, expectFigures } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Fraction,
  feedingsOf,
  grouped,
  minus,
  number,
  over,
  type Raw,
  size,
  times,
  totalOf,
  weighingsOf,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { compareUploads } from '#tests/support/reports/uploads.ts';
import { before, type DiceWorld, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

/** Each ingredient's prices now, as they lie there. */
let prices: Map<number, { average: string; today: string }>;

test.beforeAll(async ({ world }) => {
  const { api, client, kyiv, newYork } = world;
  const db = api.database.forClient(client.id);
  // All ingredients have a list price and an average, except one without a list price and one without an average.
  for (const [n, id] of [...kyiv.ingredients, ...newYork.ingredients].entries()) {
    const [price, average] = [n === 3 ? 0 : 1.5 + n, n === 2 ? 0 : 20.12345 - n];
    await sql`update ingredient set price = ${price}, average_price = ${average} where client_id = ${client.id} and id = ${id}`.execute(db);
  }
  const { rows } = await sql<{ id: number; price: string; average: string }>`
    select id, price::text, average_price::text as average from ingredient where client_id = ${client.id}`.execute(db);
  prices = new Map(
    rows.map(({ id, price, average }) => [
      id,
      { average: Number(average) > 0 ? average : price, today: Number(price) > 0 ? price : average },
    ]),
  );
});

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);

describe.each(['average', 'today'] as const)('at the %s price', (basis) => {
  const worth = (ingredient: number) => prices.get(ingredient)![basis];
  /** The same facts, had every load been worth what its ingredient is now. */
  const revalued = (world: DiceWorld): Raw => ({
    ...world.raw,
    items: world.raw.items.map((item) => ({ ...item, price: item.price && worth(item.ingredient_id) })),
  });
  const toWanted = (world: DiceWorld, name: string) => narrowed(world, name);

  test.for(['all farms', 'one farm', 'a ration', 'groups'])(
    'plan, loading and unloading equal an independent recomputation: %s',
    async (name, { world }) => {
      const { query, wanted } = toWanted(world, name);
      const asked = `?${range}${query}&price_basis=${basis}`;
      const past = { ...wanted, ...before };
      comparePlanfeed(await report(world, `planfeed/${asked}`), revalued(world), wanted, past);
      compareLoads(await report(world, `load/${asked}`), revalued(world), wanted, past);
      compareUploads(await report(world, `upload/${asked}`), revalued(world), wanted, past);
    },
  );

  test('feed that was given, compared and bridged costs the same as in the feeding plan', async ({ world }) => {
    const asked = `${range}&farm=${world.kyiv.id}&price_basis=${basis}`;
    const plan = await report(world, `planfeed/?${asked}`);
    const moment = await report(world, `planfeed/?${range}&farm=${world.kyiv.id}`);
    expect(plan.totals.cost).not.toBe(moment.totals.cost);
    expect(plan.totals.fact).toBe(moment.totals.fact);
    const costs = await Promise.all(
      ['upload_groups', 'upload_ingredients', 'compare', 'dashboard'].map(
        async (id) => (await report(world, `${id}/make/?${asked}`)).totals.cost,
      ),
    );
    for (const cost of costs) expect(Number(cost)).toBeCloseTo(Number(plan.totals.cost), 4);
    const bridge = await report(world, `cost_bridge/make/?${asked}`);
    expect(bridge.rows.find(({ id }) => id === 'delivered')?.cost).toBe(plan.totals.cost);
  });

  test('stock is worth its kilograms at that price, and the books still balance', async ({ world }) => {
    const data = await report(world, `inout/?${range}&farm=${world.kyiv.id}&price_basis=${basis}`);
    const used = await report(world, `consumption/make/?${range}&farm=${world.kyiv.id}&price_basis=${basis}`);
    expect(data.rows).toHaveLength(world.kyiv.ingredients.length);
    for (const row of data.rows) {
      const id = Number(row.ingredient_id);
      for (const key of ['opening', 'fed', 'closing']) {
        expectFigures(row, { [`${key}_value`]: number(times(exact(String(row[key])), exact(worth(id)))) }, `${key} of ${row.ingredient}`);
      }
      expect(row.check_value).toBe(0);
      const { used_7, cost_per_day } = used.rows.find(({ ingredient_id }) => ingredient_id === id)!;
      expect(cost_per_day).toBeCloseTo((Number(used_7) * Number(worth(id))) / 7, 4);
    }
  });

  test('the detail of a row is computed with the options of the report', async ({ world }) => {
    const { rows } = await report(world, `load/?${range}&farm=${world.kyiv.id}&status=uploaded&price_basis=${basis}`);
    const detail = await report(world, `load/${rows[0]!.id}/detail/?price_basis=${basis}`);
    expect(detail.totals.loading_cost_of_error).toBe(rows[0]!.loading_cost_of_error);
    expect(detail.filters.price_basis).toEqual([basis]);
    const plain = await report(world, `load/${rows[0]!.id}/detail/`);
    expect(plain.totals.loading_cost_of_error).not.toBe(rows[0]!.loading_cost_of_error);
    expect(plain.filters.price_basis).toEqual(['moment']);
  });
});

describe('deviations by size', () => {
  const missed = (of: 'loading' | 'unloading', pairs: { fact: Fraction | null; plan: Fraction; error: Fraction | null }[]) => {
    const judged = pairs.filter(({ fact }) => fact !== null);
    const kg = totalOf(judged.map(({ fact, plan }) => size(minus(fact!, plan))));
    return {
      deviation: number(kg),
      deviation_percent: number(kg && over(times(kg, { n: 100n, d: 1n }), totalOf(judged.map(({ plan }) => plan)))),
      [`${of}_cost_of_error`]: number(totalOf(judged.map(({ error }) => error && size(error)))),
    };
  };
  const mapRows = (data: ReportData) => new Map(data.rows.map((row): [string, Row] => [String(row.id), row]));

  test.for(['all farms', 'one farm', 'a mixer and an operator', 'groups'])(
    'add up instead of cancelling out: %s',
    async (name, { world }) => {
      const { query, wanted } = narrowed(world, name);
      const asked = `?${range}${query}&deviation=absolute`;
      const feedings = feedingsOf(world.raw, wanted);
      const items = weighingsOf(world.raw, wanted);
      const [plan, load, upload] = await Promise.all([
        report(world, `planfeed/${asked}`),
        report(world, `load/${asked}`),
        report(world, `upload/${asked}`),
      ]);
      expectFigures(plan.totals, missed('unloading', feedings), 'plan');
      expectFigures(upload.totals, missed('unloading', feedings), 'upload');
      expectFigures(load.totals, missed('loading', items), 'load');
      for (const [id, own] of grouped(items, ({ schedule }) => schedule.id))
        expectFigures(mapRows(load).get(id)!, missed('loading', own), `load ${id}`);
      for (const [id, own] of grouped(feedings, ({ schedule }) => schedule)) {
        expectFigures(mapRows(upload).get(id)!, missed('unloading', own), `upload ${id}`);
      }
    },
  );

  test('absolute deviations are never below their signed sum, and the answer names the option', async ({ world }) => {
    const [signed, absolute] = [await report(world, `load/?${range}`), await report(world, `load/?${range}&deviation=absolute`)];
    expect(Number(absolute.totals.deviation)).toBeGreaterThan(Math.abs(Number(signed.totals.deviation)));
    const column = (data: ReportData, key: string) => data.columns.find((one) => one.key === key);
    expect(column(signed, 'deviation')).not.toHaveProperty('unsigned');
    expect(column(absolute, 'deviation')).toMatchObject({ unsigned: true, hint: 'hints:deviation_absolute' });
    expect(column(absolute, 'loading_cost_of_error')).toMatchObject({
      unsigned: true,
      hint: 'hints:loading_cost_of_error_absolute',
    });
    expect(absolute.totals.loading_bias).toBe(signed.totals.loading_bias);
  });
});

test('an unknown calculation option is refused by name', async ({ world }) => {
  for (const name of ['price_basis', 'deviation']) {
    const { status, errors } = await world.client.owner.get(`report/planfeed/?${range}&${name}=guessed`);
    expect(status).toBe(400);
    expect(Object.keys(errors)[0]).toContain(name);
  }
  expect((await world.client.owner.get(`report/load/1/detail/?price_basis=guessed`)).status).toBe(400);
});
