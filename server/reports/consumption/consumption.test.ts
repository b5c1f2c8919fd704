import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { consumption } from '#contract/reports/consumption.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { dice } from '#tests/support/reports/facts.ts';
import {
  exact,
  type Fraction,
  grouped,
  HUNDRED,
  minus,
  number,
  over,
  times,
  total,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { type RawMove, readLedger, throwMoves } from '#tests/support/reports/stock.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

let ledger: RawMove[];
let rests: Map<number, Fraction>;
/** The last day whose feedings have been made. */
const LAST_MADE = '2026-11-03';

test.beforeAll(async ({ world }) => {
  const db = world.api.database.acrossClients();
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(db, world.client, world.kyiv, [world.newYork.id], days, dice(7));
  // One is nearly used up: the rest lasts some days.
  await db
    .updateTable('ingredient')
    .set({ rest: 900 })
    .where('client_id', '=', world.client.id)
    .where('id', '=', world.kyiv.ingredients[3]!)
    .execute();
  ledger = await readLedger(db, world.client.id);
  const kept = await db.selectFrom('ingredient').select(['id', 'rest']).where('client_id', '=', world.client.id).execute();
  rests = new Map(kept.map(({ id, rest }) => [id, exact(String(rest))]));
});
const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);

const isUse = (move: RawMove) => {
  const { kind } = move.reverses_id === null ? move : ledger.find(({ id }) => id === move.reverses_id)!;
  return ['load', 'sale', 'craft_out'].includes(kind);
};
const sumMoves = (moves: RawMove[], key: 'kg' | 'value') => minus(ZERO, total(moves.map((move) => exact(move[key]))));

type End = (farm: number) => string;
const on = (day: string) => () => day;

interface Lasting {
  figures: Record<string, number | null>;
  days: number | null;
}
/** `end`: the last whole day, of a farm that takes. */
function computeLasting(ingredients: readonly number[], end: End, to: string): Lasting {
  const own = ledger.filter(({ ingredient_id }) => ingredients.includes(ingredient_id));
  const used = own.filter(isUse);
  const last = (days: number) => used.filter(({ farm_id, day }) => day > addDays(end(farm_id), -days) && day <= end(farm_id));
  const kg = (days: number) => sumMoves(last(days), 'kg');
  const rest = total(
    ingredients.map((id) => rests.get(id)!).concat(own.filter(({ day }) => day > to).map((move) => minus(ZERO, exact(move.kg)))),
  );
  const mean = (days: number) => over(kg(days), whole(days))!;
  const left = kg(7).n > 0n ? over(rest.n > 0n ? rest : ZERO, mean(7)) : null;
  return {
    figures: {
      ...Object.fromEntries(
        [1, 7, 14, 30].flatMap((days) => [
          [`used_${days}`, number(kg(days))],
          [`mean_${days}`, number(mean(days))],
        ]),
      ),
      trend: number(over(times(HUNDRED, minus(mean(7), mean(30))), mean(30))),
      cost_per_day: number(over(sumMoves(last(7), 'value'), whole(7))),
      rest: number(rest),
    },
    days: number(left),
  };
}

function compare(data: ReportData, ingredients: readonly number[], at: { from: string; to: string; end: End }) {
  const known = ingredients.filter((id) => {
    const { used_30, rest } = computeLasting([id], at.end, at.to).figures;
    return used_30 !== 0 || rest !== 0;
  });
  expect(data.rows.map(({ ingredient_id }) => Number(ingredient_id)).sort()).toEqual([...known].sort());
  let soon = 0;
  for (const row of data.rows) {
    const { figures, days } = computeLasting([Number(row.ingredient_id)], at.end, at.to);
    expectFigures(row, { ...figures, days_left: days }, String(row.ingredient));
    if (days !== null && days < 7) soon += 1;
  }
  const { figures } = computeLasting(ingredients, at.end, at.to);
  expectFigures(data.totals, figures, 'total');
  expectFigures(tilesOf(data, 'value'), only({ ...figures, running_out: soon }, consumption.tiles), 'tile');
  const days = grouped(
    ledger.filter((move) => isUse(move) && ingredients.includes(move.ingredient_id) && move.day >= at.from && move.day <= at.to),
    ({ day }) => day,
  );
  expect(data.series[0]!.rows.map(({ day }) => day)).toEqual([...days.keys()].sort());
  for (const row of data.series[0]!.rows) expectFigures(row, { used: number(sumMoves(days.get(String(row.day))!, 'kg')) }, String(row.day));
}

/** The first day on which the feedings of Kyiv take more than there is; `steady`: kg that each day takes for which none were made. */
async function plannedEnd(world: DiceWorld, ingredient: number, from: string, steady: Fraction): Promise<string | null> {
  const db = world.api.database.acrossClients();
  const made = await db
    .selectFrom('schedule_ingredient as i')
    .innerJoin('schedule as s', (on) => on.onRef('s.id', '=', 'i.schedule_id').onRef('s.planned_on', '=', 'i.planned_on'))
    .select(['s.planned_on as day', 'i.weight_plan as plan', 'i.weight_fact as fact'])
    .where('i.ingredient_id', '=', ingredient)
    .where('s.farm_id', '=', world.kyiv.id)
    .where('s.status', 'in', ['waited', 'in_process'])
    .where('s.deleted', '=', false)
    .execute();
  let left = rests.get(ingredient)!;
  if (left.n < 0n) left = ZERO;
  for (let day = from; day < addDays(from, 400); day = addDays(day, 1)) {
    const taken = made.filter((item) => item.day === day).map(({ plan, fact }) => exact(String(fact ?? plan)));
    left = minus(left, total(day > LAST_MADE ? [...taken, steady] : taken));
    if (left.n < 0n) return day;
  }
  return null;
}

describe('consumption equals an independent recomputation of the ledger', () => {
  test('the report filters by farm, by several farms and by ingredient', async ({ world }) => {
    const { kyiv, newYork } = world;
    const at = { from: FROM, to: TO, end: on(TO) };
    const data = await report(world, `consumption/make/?${range}&farm=${kyiv.id}`);
    compare(data, kyiv.ingredients, at);
    expect(data.tiles.find(({ key }) => key === 'running_out')!.value).toBeGreaterThan(0);
    compare(await report(world, `consumption/make/?${range}`), [...kyiv.ingredients, ...newYork.ingredients], at);
    compare(await report(world, `consumption/make/?${range}&ingredient=${kyiv.ingredients[2]}`), [kyiv.ingredients[2]!], at);
  });

  test('the figures before are those of the range before', async ({ world }) => {
    const data = await report(world, `consumption/make/?${range}&farm=${world.kyiv.id}`);
    const { figures } = computeLasting(world.kyiv.ingredients, on('2026-10-17'), '2026-10-17');
    expectBefore(data, only(figures, ['mean_7', 'mean_30', 'trend', 'cost_per_day', 'rest']));
  });

  test('a day that isn’t over lowers no mean', async ({ world }) => {
    world.api.setNow(`${TO}T12:00:00Z`);
    const yesterday = addDays(TO, -1);
    const data = await report(world, `consumption/make/?${range}&farm=${world.kyiv.id}`);
    compare(data, world.kyiv.ingredients, { from: FROM, to: TO, end: on(yesterday) });
    world.api.setNow('2026-11-10T12:00:00Z');
  });

  test('windows end on the yesterday of each farm that takes', async ({ world }) => {
    const { kyiv, newYork } = world;
    // The 30th in New York, the 31st in Kyiv, on whose stock both feed.
    world.api.setNow('2026-10-31T02:00:00Z');
    const end: End = (farm) => (farm === newYork.id ? '2026-10-29' : '2026-10-30');
    compare(await report(world, `consumption/make/?${range}`), [...kyiv.ingredients, ...newYork.ingredients], { from: FROM, to: TO, end });
    const shared = ledger.filter((move) => isUse(move) && move.farm_id === newYork.id && kyiv.ingredients.includes(move.ingredient_id));
    expect(shared.length).toBeGreaterThan(0);
    world.api.setNow('2026-11-10T12:00:00Z');
  });

  test('stocks run out by the active plan, from the farm’s own today', async ({ world }) => {
    const { api, client, kyiv, newYork } = world;
    const db = api.database.acrossClients();
    const [ration, mixer, group, feed, feedSoon] = [
      kyiv.rations[0]!,
      kyiv.mixers[0]!,
      kyiv.groups[0]!,
      kyiv.ingredients[2]!,
      kyiv.ingredients[3]!,
    ];
    const own = { client_id: client.id };
    // It outlasts the days made.
    await db.updateTable('ingredient').set({ rest: 30_000 }).where('id', '=', feed).execute();
    rests.set(feed, exact('30000'));
    await db.updateTable('animal_group').set({ animal_count: 30 }).where('id', '=', group).execute();
    await db.updateTable('schedule').set({ status: 'waited' }).where('farm_id', '=', kyiv.id).where('planned_on', '>', TO).execute();
    const parts = [
      { ingredient_id: feed, percent: 75 },
      { ingredient_id: feedSoon, percent: 25 },
    ];
    await db
      .insertInto('ration_item')
      .values(parts.map((part, position) => ({ ...own, ration_id: ration, position, ...part })))
      .execute();
    const period_id = kyiv.periods[0]!;
    await db.updateTable('period').set({ active: true }).where('id', '=', period_id).execute();
    const job = await db
      .insertInto('period_job')
      .values({ ...own, period_id, ration_id: ration, mixer_id: mixer, position: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('period_job_group')
      .values({ ...own, job_id: job.id, group_id: group, weight_per_head: 8.25, position: 0 })
      .execute();
    // 30 heads × 8.25 kg.
    const steady = new Map([
      [feed, exact('185.625')],
      [feedSoon, exact('61.875')],
    ]);

    api.setNow(`${TO}T12:00:00Z`);
    const { rows } = await report(world, `consumption/make/?${range}`);
    const runsOut = new Map(rows.map((row) => [Number(row.ingredient_id), row.run_out_on]));
    for (const id of kyiv.ingredients) expect([id, runsOut.get(id)]).toEqual([id, await plannedEnd(world, id, TO, steady.get(id) ?? ZERO)]);
    expect(runsOut.get(feed)! > LAST_MADE).toBe(true);

    // A farm that feeds from a stock of its company gets the same value as the farm that owns the feed.
    const { company_id } = await db.selectFrom('farm').select('company_id').where('id', '=', kyiv.id).executeTakeFirstOrThrow();
    await db.updateTable('farm').set({ company_id }).where('id', '=', newYork.id).execute();
    const shared = { ...own, company_id, name: 'Shared', type: 'warehouse' };
    const { id: stock } = await db.insertInto('stock').values(shared).returning('id').executeTakeFirstOrThrow();
    const { stock_id } = await db
      .updateTable('ingredient')
      .set({ stock_id: stock })
      .where('id', '=', feed)
      .returning('stock_id')
      .executeTakeFirstOrThrow();
    expect(stock_id).toBe(stock);
    const seen = (await report(world, `consumption/make/?${range}&farm=${newYork.id}`)).rows.find((row) => row.ingredient_id === feed);
    expect(seen?.run_out_on).toBe(runsOut.get(feed));
    await db.updateTable('ingredient').set({ stock_id: kyiv.stock }).where('id', '=', feed).execute();

    // It is tomorrow in Kyiv: the range is over there, and still lasts in New York.
    api.setNow(`${TO}T23:00:00Z`);
    const late = (await report(world, `consumption/make/?${range}`)).rows;
    const ends = (ids: readonly number[]) => late.filter((row) => ids.includes(Number(row.ingredient_id)) && row.run_out_on !== null);
    expect(ends(kyiv.ingredients)).toEqual([]);
    expect(ends(newYork.ingredients).length).toBeGreaterThan(0);
    api.setNow('2026-11-10T12:00:00Z');
  });

  test('the chart has fewer days than rows: the first feeds to run out come first', async ({ world }) => {
    const { series } = await report(world, `consumption/make/?${range}`);
    const days = series[1]!.rows.map(({ days_left }) => Number(days_left));
    expect(days.length).toBeGreaterThan(3);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });
});
