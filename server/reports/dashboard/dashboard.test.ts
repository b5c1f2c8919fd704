import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { dashboard } from '#contract/reports/dashboard.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Feeding,
  feedingsOf,
  grouped,
  hasFed,
  headDays,
  loadFigures,
  minus,
  number,
  over,
  summedFigures,
  times,
  total,
  totalOf,
  weighingsOf,
  whole,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, FROM, narrowed, range, reportOf, TO } from '#tests/support/reports/world.ts';

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);

/** The cost per head if each group had been given its plan, at the cost of the mix. */
function findPlanCost(feedings: Feeding[]) {
  const [cost, error] = [totalOf(feedings.map((feeding) => feeding.cost)), totalOf(feedings.map((feeding) => feeding.error))];
  return { plan_cost_per_head: number(cost && error && over(minus(cost, error), whole(headDays(feedings.filter(hasFed))))) };
}

describe('the overview equals an independent recomputation', () => {
  test.for(FILTERS.filter((name) => name !== 'a period and statuses'))('%s', async (name, { world }) => {
    const { query, wanted } = narrowed(world, name);
    const data = await report(world, `dashboard/make/?${range}${query}`);
    for (const [key, within] of [
      ['value', wanted],
      ['previous', { ...wanted, ...before }],
    ] as const) {
      const { loading_accuracy = null, loading_bias = null, loading_cost_of_error = null } = loadFigures(weighingsOf(world.raw, within));
      const expected = { ...summedFigures(feedingsOf(world.raw, within)), loading_accuracy, loading_bias, loading_cost_of_error };
      const tiles = dashboard.tiles.filter((tile) => tile.key !== 'punctuality');
      expectFigures(tilesOf(data, key), only(expected, tiles), `tile ${key}`);
    }
    const feedings = feedingsOf(world.raw, wanted);
    const groups = grouped(feedings, ({ group }) => group);
    expect(data.rows).toHaveLength(groups.size);
    for (const row of data.rows) expectFigures(row, summedFigures(groups.get(String(row.group_id))!), `group ${row.group_id}`);
    const series = Object.fromEntries(data.series.map(({ key, rows }) => [key, rows]));
    const rations = grouped(feedings, ({ ration }) => ration);
    expect(series.by_ration).toHaveLength(rations.size);
    for (const row of series.by_ration!)
      expectFigures(row, { cost: number(totalOf(rations.get(String(row.ration_id))!.map(({ cost }) => cost))) }, 'ration');
    const days = grouped(feedings, ({ day }) => day);
    expect(series.by_day!.map(({ day }) => day)).toEqual([...days.keys()].sort());
    for (const [key, drawn] of [
      ['by_day', ['plan', 'fact']],
      ['cost_by_day', ['cost_per_head']],
    ] as const)
      for (const row of series[key]!) expectFigures(row, only(summedFigures(days.get(String(row.day))!), drawn), `${key} ${row.day}`);
    for (const row of series.cost_by_day!) expectFigures(row, findPlanCost(days.get(String(row.day))!), `plan ${row.day}`);
    const weighings = weighingsOf(world.raw, wanted);
    const operators = grouped(weighings, ({ schedule }) => String(schedule.operator_id));
    expect(series.by_operator).toHaveLength(operators.size);
    for (const row of series.by_operator!) {
      const judged = only(loadFigures(operators.get(String(row.operator_id))!), ['deviation_percent', 'loading_accuracy']);
      expectFigures(row, judged, 'operator');
    }
  });

  test.for(FILTERS.filter((name) => name !== 'a period and statuses'))(
    'its feeds cost what its feedings cost: %s',
    async (name, { world }) => {
      const { query, wanted } = narrowed(world, name);
      for (const more of ['', '&price_basis=average']) {
        const data = await report(world, `dashboard/make/?${range}${query}${more}`);
        const byIngredient = data.series.find(({ key }) => key === 'by_ingredient')!.rows;
        const sum = byIngredient.reduce((all, { cost }) => all + Number(cost), 0);
        expect(Math.abs(sum - tilesOf(data, 'value').cost!)).toBeLessThan(1e-4);
        if (more) continue;
        const items = grouped(world.raw.items, ({ schedule_id }) => schedule_id);
        const parts = feedingsOf(world.raw, wanted)
          .filter(hasFed)
          .flatMap(({ schedule, part }) => items.get(String(schedule))!.map((item) => ({ ...item, part: part! })));
        const feeds = grouped(parts, ({ ingredient_id }) => ingredient_id);
        expect(byIngredient.map(({ ingredient_id }) => String(ingredient_id)).sort()).toEqual([...feeds.keys()].sort());
        for (const row of byIngredient) {
          const own = feeds.get(String(row.ingredient_id))!;
          const cost = total(own.map(({ fact, price, part }) => times(part, times(exact(fact ?? '0'), exact(price!)))));
          expectFigures(row, { cost: number(cost) }, `feed ${row.ingredient}`);
        }
      }
    },
  );

  test('costs what the feeding plan costs', async ({ world }) => {
    const [overview, plan] = await Promise.all([report(world, `dashboard/make/?${range}`), report(world, `planfeed/?${range}`)]);
    const added = plan.rows.reduce((sum, { cost }) => sum + Number(cost ?? 0), 0);
    expect(tilesOf(overview, 'value').cost).toBeGreaterThan(0);
    expect(tilesOf(overview, 'value').cost).toBe(plan.totals.cost);
    expect(Math.abs(Number(overview.totals.cost) - added)).toBeLessThan(1e-3);
  });

  test('shows a week by day when asked for one day', async ({ world }) => {
    const data = await report(world, `dashboard/make/?farm=${world.kyiv.id}&planned_on_after=${TO}&planned_on_before=${TO}`);
    const wanted = { farms: [world.kyiv.id], from: addDays(TO, -6), to: TO };
    const days = grouped(feedingsOf(world.raw, wanted), ({ day }) => day);
    expect(data.series[0]!.rows.map(({ day }) => day)).toEqual([...days.keys()].sort());
    expect(days.size).toBeGreaterThan(1);
    const ofDay = feedingsOf(world.raw, { ...wanted, from: TO });
    expectFigures(tilesOf(data, 'value'), { fact: summedFigures(ofDay).fact! }, 'tile');
  });
});

describe('punctuality', () => {
  test('lateness compares the first start of each period and mixer with the plan, by the clock of the farm', async ({ world }) => {
    const data = await report(world, `dashboard/make/?${range}&farm=${world.newYork.id}`);
    const { rows } = await sql<{ id: number; loading_id: number }>`
      select id, loading_id from schedule where client_id = ${world.client.id} and farm_id = ${world.newYork.id}`.execute(
      world.api.database.forClient(world.client.id),
    );
    const loadingOf = new Map(rows.map(({ id, loading_id }) => [id, loading_id]));
    const started = world.raw.schedules.filter(
      (one) =>
        one.farm_id === world.newYork.id &&
        one.planned_on >= FROM &&
        one.planned_on <= TO &&
        !one.deleted &&
        !one.ignored &&
        !one.skip_time &&
        one.started_at,
    );
    // New York is on daylight saving throughout the range: 04:30 there is 08:30 in UTC.
    const late = [...grouped(started, ({ id, mixer_id }) => `${loadingOf.get(id)} ${mixer_id}`).values()].map((own) => {
      const first = Math.min(...own.map(({ started_at }) => Date.parse(started_at!)));
      return (first - Date.parse(`${own[0]!.planned_on}T08:30:00Z`)) / 1000;
    });
    const mean = late.reduce((sum, one) => sum + one, 0) / late.length;
    expect(tilesOf(data, 'value').punctuality).toBe(Math.round(mean));
  });
});

describe('alerts', () => {
  const readAlerts = async (world: DiceWorld, query: string) => {
    const { alerts } = await report(world, `dashboard/make/?${query}`);
    return Object.fromEntries(alerts!.map((alert) => [alert.code, alert]));
  };

  test('alerts report stock below zero, with its place', async ({ world }) => {
    const { stock_below_zero } = await readAlerts(world, `${range}&farm=${world.kyiv.id}`);
    expect(stock_below_zero).toMatchObject({ kind: 'weight', count: 1 });
    expect(stock_below_zero!.items[0]).toMatchObject({ name: 'Kyiv feed 1', value: -120.5, stock: world.kyiv.stock, farm: world.kyiv.id });
  });

  test('count every weighing out of tolerance, the worst first', async ({ world }) => {
    const { beyond_tolerance } = await readAlerts(world, `${range}&farm=${world.kyiv.id}`);
    const off = weighingsOf(world.raw, { farms: [world.kyiv.id], from: FROM, to: TO })
      .filter(({ fact }) => fact !== null)
      .map(({ fact, plan }) => number(fact)! - number(plan)!)
      .filter((kg) => Math.abs(kg) > 25);
    expect(beyond_tolerance!.count).toBe(off.length);
    expect(Math.abs(beyond_tolerance!.items[0]!.value!)).toBeCloseTo(Math.max(...off.map(Math.abs)), 3);
    expect(beyond_tolerance!.items).toHaveLength(20);
  });

  test('alerts report incomplete feedings of past days', async ({ world }) => {
    const { incomplete } = await readAlerts(world, `${range}&farm=${world.kyiv.id}`);
    const own = world.raw.schedules.filter((s) => s.farm_id === world.kyiv.id && s.planned_on >= FROM && s.planned_on <= TO && !s.deleted);
    const left = [...grouped(own, (s) => s.planned_on).values()]
      .filter((day) => day.some(({ status }) => status !== 'waited'))
      .flatMap((day) => day.filter(({ status, ignored }) => status !== 'uploaded' && !ignored));
    expect(incomplete!.count).toBe(left.length);
  });

  test('alerts report that nothing is recorded today once the first feeding is overdue', async ({ world }) => {
    const db = world.api.database.forClient(world.client.id);
    const day = '2026-11-10';
    const { id: loading } = await db
      .insertInto('loading')
      .values({
        client_id: world.client.id,
        farm_id: world.kyiv.id,
        planned_on: day,
        name: 'Morning',
        start_time: '06:00',
        end_time: '08:00',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('schedule')
      .values({
        client_id: world.client.id,
        farm_id: world.kyiv.id,
        loading_id: loading,
        planned_on: day,
        position: 0,
        ration_id: world.kyiv.rations[0]!,
        mixer_id: world.kyiv.mixers[0]!,
        weight_plan: 1234.5,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await readAlerts(world, range)).no_facts).toMatchObject({ count: 1, items: [{ id: world.kyiv.id, day, value: 1234.5 }] });
    // Half past five in Kyiv.
    world.api.setNow('2026-11-10T03:30:00Z');
    expect((await readAlerts(world, range)).no_facts).toBeUndefined();
    world.api.setNow('2026-11-10T12:00:00Z');
    await db.updateTable('schedule').set({ status: 'in_process' }).where('id', '=', id).execute();
    expect((await readAlerts(world, range)).no_facts).toBeUndefined();
    await db.deleteFrom('schedule').where('id', '=', id).execute();
    await db.deleteFrom('loading').where('id', '=', loading).execute();
  });

  test('alerts report stock that the plan uses up within a week', async ({ world }) => {
    const db = world.api.database.forClient(world.client.id);
    const { kyiv } = world;
    const own = { client_id: world.client.id, farm_id: kyiv.id, planned_on: '2026-11-12' };
    const common = { ...own, ration_id: kyiv.rations[0]!, mixer_id: kyiv.mixers[0]!, position: 0, weight_plan: 1_000_000 };
    const { id: schedule_id } = await db.insertInto('schedule').values(common).returning('id').executeTakeFirstOrThrow();
    const ingredient_id = kyiv.ingredients[2]!;
    await db
      .insertInto('schedule_ingredient')
      .values({ ...common, schedule_id, ingredient_id, percent: 100 })
      .execute();
    // It is the eleventh in Kyiv, so that the plan uses the feed up tomorrow.
    world.api.setNow('2026-11-10T23:00:00Z');
    const { days_left } = await readAlerts(world, range);
    expect(days_left!.kind).toBe('ratio');
    expect(days_left!.items).toMatchObject([{ id: ingredient_id, name: 'Kyiv feed 2', value: 1 }]);
    await db.deleteFrom('schedule_ingredient').where('schedule_id', '=', schedule_id).execute();
    await db.deleteFrom('schedule').where('id', '=', schedule_id).execute();
    expect((await readAlerts(world, range)).days_left).toBeUndefined();
    world.api.setNow('2026-11-10T12:00:00Z');
  });
});

test('the overview is refused without its right', async ({ world }) => {
  const { caller } = await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id });
  expect((await caller.get(`report/dashboard/make/?${range}`)).status).toBe(403);
});
