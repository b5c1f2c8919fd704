import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { form8 } from '#contract/reports/form8.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Fraction,
  grouped,
  minus,
  mixOf,
  number,
  over,
  type Raw,
  rounded,
  times,
  total,
  totalOf,
  unloadedOf,
  type Wanted,
  whole,
} from '#tests/support/reports/recompute.ts';
import { type RawMove, readLedger } from '#tests/support/reports/stock.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, FROM, narrowed, range, reportOf, TO } from '#tests/support/reports/world.ts';

let ledger: RawMove[];
test.beforeAll(async ({ world }) => {
  ledger = await readLedger(world.api.database.acrossClients(), world.client.id);
});
const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);

const RELEASED = ['loaded', 'out_process', 'uploaded'];

interface Released {
  waybill: string;
  ingredient: number;
  requested: Fraction;
  released: Fraction;
  arrived: Fraction | null;
  cost: Fraction;
}

/** Every feed of every load that left the stock; the unloaded part of the mix counts for each of its feeds. */
function computeReleased(world: DiceWorld, raw: Raw, { farms, from, to, schedule: wanted }: Wanted): Released[] {
  const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
  const stocks = new Map([world.kyiv, world.newYork].map(({ id, stock }) => [id, stock]));
  return raw.schedules
    .filter((s) => !s.deleted && !s.ignored && RELEASED.includes(s.status) && farms.includes(s.farm_id))
    .filter((s) => s.planned_on >= from && s.planned_on <= to && wanted?.(s) !== false)
    .flatMap((s) => {
      const load = items.get(String(s.id)) ?? [];
      const unloaded = s.status === 'uploaded' ? unloadedOf(raw, s.id) : null;
      return load.map((item) => {
        const kg = exact(item.fact ?? '0');
        return {
          waybill: `${s.planned_on}_${s.farm_id}_${stocks.get(s.farm_id)}`,
          ingredient: item.ingredient_id,
          requested: exact(item.plan),
          released: kg,
          arrived: unloaded && over(times(kg, unloaded), mixOf(raw, s.id)),
          cost: item.price === null ? whole(0) : times(kg, exact(item.price)),
        };
      });
    });
}

function figures(all: Released[]) {
  const cost = total(all.map((one) => one.cost));
  const released = total(all.map((one) => one.released));
  const none = all.length === 0;
  return {
    requested: none ? null : number(total(all.map((one) => one.requested))),
    released: none ? null : number(released),
    arrived: number(totalOf(all.map((one) => one.arrived))),
    not_received: number(totalOf(all.map((one) => one.arrived && minus(one.released, one.arrived)))),
    still_in_mixer: none ? null : number(total(all.filter((one) => one.arrived === null).map((one) => one.released))),
    price_released: none ? null : number(over(cost, released)),
    cost_released: none ? null : number(cost),
  };
}

function compare(data: ReportData, all: Released[], earlier: Released[]): void {
  const rows = grouped(all, ({ waybill, ingredient }) => `${waybill}_${ingredient}`);
  expect(data.rows.map(({ id }) => id).sort()).toEqual([...rows.keys()].sort());
  for (const row of data.rows) {
    const own = rows.get(String(row.id))!;
    expectFigures(row, figures(own), String(row.id));
    expect(Math.round(Number(row.cost_printed) * 100)).toBe(rounded(total(own.map(({ cost }) => cost)), 100));
  }
  const waybills = grouped(all, ({ waybill }) => waybill);
  const [byWaybill] = data.series;
  expect(byWaybill!.rows.map(({ waybill_id }) => waybill_id).sort()).toEqual([...waybills.keys()].sort());
  for (const row of byWaybill!.rows) expectFigures(row, figures(waybills.get(String(row.waybill_id))!), `waybill ${row.waybill}`);
  expectFigures(data.totals, figures(all), 'total');
  expectFigures(tilesOf(data, 'value'), only({ ...figures(all), waybills: waybills.size }, form8.tiles), 'tile');
  expectFigures(
    tilesOf(data, 'previous'),
    only({ ...figures(earlier), waybills: grouped(earlier, ({ waybill }) => waybill).size }, form8.tiles),
    'tile before',
  );
}

const names = FILTERS.filter((name) => ['all farms', 'one farm', 'two farms', 'a ration', 'a mixer and an operator'].includes(name));

describe('the internal waybill equals an independent recomputation', () => {
  test.for(names)('%s', async (name, { world }) => {
    const { query, wanted } = narrowed(world, name);
    // The waybill has no operators.
    const { kyiv } = world;
    const asked = name === 'a mixer and an operator' ? `&mixer=${kyiv.mixers[0]}` : query;
    const own =
      name === 'a mixer and an operator' ? { ...wanted, schedule: (s: Raw['schedules'][number]) => s.mixer_id === kyiv.mixers[0] } : wanted;
    const data = await report(world, `form8/make/?${range}${asked}`);
    expect(data.rows.length).toBeGreaterThan(20);
    compare(data, computeReleased(world, world.raw, own), computeReleased(world, world.raw, { ...own, ...before }));
  });

  test('names the rations that it is the basis for', async ({ world }) => {
    const { kyiv } = world;
    const one = await report(world, `form8/make/?${range}&farm=${kyiv.id}&ration=${kyiv.rations[2]}`);
    expect(new Set(one.series[0]!.rows.map(({ rations }) => rations))).toEqual(new Set(['Kyiv ration 2']));
  });

  test('a line with one unloaded and one unfinished load keeps the unfinished one out of not received', async ({ world }) => {
    const { rows } = await report(world, `form8/make/?${range}`);
    const mixed = rows.filter(({ arrived, still_in_mixer }) => Number(arrived) > 0 && Number(still_in_mixer) > 0);
    expect(mixed.length).toBeGreaterThan(0);
    for (const { released, arrived, not_received, still_in_mixer } of mixed) {
      expect(Number(not_received)).toBeLessThan(Number(released) - Number(arrived));
      expect(Number(arrived) + Number(not_received) + Number(still_in_mixer)).toBeCloseTo(Number(released), 5);
    }
  });

  test('releases what the ledger took for feedings that count', async ({ world }) => {
    const { kyiv } = world;
    const counted = new Set(world.raw.schedules.filter((s) => s.farm_id === kyiv.id && !s.ignored && !s.deleted).map(({ id }) => id));
    const taken = world.raw.items.filter(({ schedule_id }) => counted.has(schedule_id));
    expect(taken.length).toBeGreaterThan(0);
    const data = await report(world, `form8/make/?${range}&farm=${kyiv.id}`);
    const ignored = total(
      computeReleased(
        world,
        { ...world.raw, schedules: world.raw.schedules.map((s) => ({ ...s, ignored: !s.ignored })) },
        {
          farms: [kyiv.id],
          from: FROM,
          to: TO,
        },
      ).map(({ released }) => released),
    );
    const moved = total(
      ledger
        .filter((m) => m.kind === 'load' && m.farm_id === kyiv.id && m.day >= FROM && m.day <= TO)
        .map((m) => exact(m.kg.replace('-', ''))),
    );
    expect(Number(data.totals.released) + number(ignored)!).toBeCloseTo(number(moved)!, 6);
  });

  test('a farm where nothing happened', async ({ world }) => {
    const data = await report(world, `form8/make/?${range}&farm=${world.empty}`);
    expect([data.rows, data.series[0]!.rows, tilesOf(data, 'value')]).toEqual([
      [],
      [],
      { waybills: 0, requested: null, released: null, cost_released: null },
    ]);
  });
});

test('the waybill covers a month at most, and needs the right to forms', async ({ world }) => {
  const { api, client } = world;
  const days = (to: string) => `report/form8/make/?planned_on_after=${FROM}&planned_on_before=${to}`;
  expect((await client.owner.get(days(addDays(FROM, 30)))).status).toBe(200);
  expect((await client.owner.get(days(addDays(FROM, 31)))).errors.planned_on_before?.[0]).toMatchObject({
    code: 'too_long_range',
    limit: 31,
  });
  expect((await api.nobody.get(days(FROM))).status).toBe(401);
});
