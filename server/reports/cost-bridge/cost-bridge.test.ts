import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { BRIDGE_STEPS } from '#contract/reports/cost-bridge-view.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Fraction,
  feedingsOf,
  minus,
  mixOf,
  number,
  over,
  plus,
  times,
  total,
  unloadedOf,
  weighingsOf,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FROM, narrowed, range, reportOf, TO } from '#tests/support/reports/world.ts';

test.beforeAll(async ({ world }) => {
  const { api, client, kyiv } = world;
  const common = { client_id: client.id, farm_id: kyiv.id, stock_id: kyiv.stock };
  const move = (
    n: number,
    day: string,
    kind: 'delivery' | 'harvest' | 'sale' | 'count' | 'craft_out' | 'craft_in' | 'transfer_out' | 'transfer_in' | 'reversal',
    kg: number,
    price: number,
  ) => ({
    ...common,
    ingredient_id: kyiv.ingredients[n]!,
    at: `${day}T10:00:00Z`,
    day,
    kind,
    kg,
    price,
    value: Math.round(kg * price * 1e5) / 1e5,
  });
  const db = api.database.forClient(client.id);
  const posted = await insertMoves(db, [
    move(0, '2026-10-02', 'delivery', 90_000, 2.5),
    move(0, FROM, 'delivery', 12_345.678, 3.125),
    move(1, '2026-10-20', 'delivery', 20_000, 9.99),
    move(1, TO, 'sale', -321.5, 8.7),
    move(2, '2026-10-22', 'count', -45.25, 4),
    move(3, '2026-10-23', 'craft_out', -100, 5),
    move(4, '2026-10-23', 'craft_in', 100, 5),
    move(3, '2026-10-22', 'harvest', 40_000.5, 1.25),
    move(3, '2026-10-23', 'transfer_out', -800, 5),
    move(4, '2026-10-23', 'transfer_in', 800, 5),
    move(2, '2026-10-24', 'delivery', 7_000, 6),
  ]);
  // The last delivery was entered by mistake and reversed a day later.
  await insertMoves(db, { ...move(2, '2026-10-25', 'reversal', -7_000, 6), reverses_id: posted.at(-1)! });
});

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);
type Measure = 'weight' | 'dry_matter' | 'cost';
const MEASURES: Measure[] = ['weight', 'dry_matter', 'cost'];
const cells = (data: ReportData, measure: Measure) => Object.fromEntries(data.rows.map((row) => [row.id, Number(row[measure])]));

describe('the bridge', () => {
  test.for(['all farms', 'one farm', 'two farms'])('each sum leads to the next, and it ends on the ledger: %s', async (name, { world }) => {
    const data = await report(world, `cost_bridge/make/?${range}${narrowed(world, name).query}`);
    // Nothing was fed again, and there is no step of it.
    expect(data.rows.map(({ id }) => id)).toEqual(BRIDGE_STEPS.map(([id]) => id).filter((id) => id !== 'refed'));
    for (const measure of MEASURES) {
      let level = 0;
      for (const row of data.rows) {
        if (row.standing !== true) level += Number(row[measure]);
        else if (row.id === 'paper') level = Number(row[measure]);
        else expect(Math.abs(level - Number(row[measure])), `${measure} ${row.id}: ${level}`).toBeLessThan(1e-4);
      }
    }
    const inout = await report(world, `inout/?${range}${narrowed(world, name).query}`);
    expect(cells(data, 'weight').purchased).toBe(inout.totals.received);
    expect(cells(data, 'cost').purchased).toBe(inout.totals.received_value);
  });

  test('equals an independent recomputation from raw rows', async ({ world }) => {
    const { kyiv, raw, client, api } = world;
    const wanted = { farms: [kyiv.id], from: FROM, to: TO };
    const data = await report(world, `cost_bridge/make/?${range}&farm=${kyiv.id}`);
    const items = weighingsOf(raw, wanted).filter(({ fact }) => fact !== null);
    const raws = new Map(raw.items.map((item) => [`${item.schedule_id} ${item.ingredient_id}`, item]));
    const rate: Record<Measure, (item: (typeof items)[number]) => Fraction> = {
      weight: () => whole(1),
      dry_matter: (item) => over(exact(raws.get(`${item.schedule.id} ${item.ingredient}`)!.dry_matter!), whole(100))!,
      cost: (item) => exact(raws.get(`${item.schedule.id} ${item.ingredient}`)!.price!),
    };
    const feedings = feedingsOf(raw, wanted).filter(({ fact }) => fact !== null);
    const delivered = { weight: 'fact', dry_matter: 'dryMatter', cost: 'cost' } as const;
    const computePart = (schedule: number) => over(unloadedOf(raw, schedule), mixOf(raw, schedule)) ?? ZERO;
    const { rows: ledger } = await sql<{
      kind: string;
      kg: string;
      value: string;
      schedule: number | null;
      ingredient: number;
      now: string;
    }>`
      select coalesce(o.kind, l.kind) as kind, l.kg::text, l.value::text, l.schedule_id as schedule, l.ingredient_id as ingredient, n.dry_matter::text as now
      from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
      join ingredient n on n.client_id = l.client_id and n.id = l.ingredient_id
      where l.client_id = ${client.id} and l.farm_id = ${kyiv.id} and l.day between ${FROM} and ${TO}`.execute(
      api.database.forClient(client.id),
    );
    for (const measure of MEASURES) {
      const amount = (row: (typeof ledger)[number]) => {
        if (measure === 'cost') return exact(row.value);
        if (measure === 'weight') return exact(row.kg);
        const own = row.kind === 'load' ? raws.get(`${row.schedule} ${row.ingredient}`)?.dry_matter : null;
        return over(times(exact(row.kg), exact(own ?? row.now)), whole(100))!;
      };
      const moved = (...kinds: string[]) => total(ledger.filter(({ kind }) => kinds.includes(kind)).map(amount));
      const paper = total(items.map((item) => times(item.plan, rate[measure](item))));
      const loaded = total(items.map((item) => times(item.fact!, rate[measure](item))));
      const came = total(items.map((item) => times(times(item.fact!, rate[measure](item)), computePart(item.schedule.id))));
      const given = total(feedings.map((feeding) => feeding[delivered[measure]] ?? ZERO));
      const left = total(
        feedings.map((feeding) => {
          if (!feeding.leftover) return ZERO;
          if (measure === 'weight') return feeding.leftover;
          if (measure === 'dry_matter') return feeding.leftoverDryMatter ?? ZERO;
          return over(times(feeding.leftover, feeding.cost ?? ZERO), feeding.fact) ?? ZERO;
        }),
      );
      const minusOne = (value: Fraction) => minus(ZERO, value);
      const expected = {
        paper,
        loading_error: minus(loaded, paper),
        loaded,
        undelivered: minus(came, loaded),
        beyond_load: minus(given, came),
        delivered: given,
        left: minusOne(left),
        eaten: minus(given, left),
        uneaten: minus(loaded, minus(given, left)),
        unreported: minus(minusOne(moved('load')), loaded),
        stock_change: total(ledger.map(amount)),
        other_moves: minusOne(plus(moved('sale', 'harvest', 'transfer_in', 'transfer_out'), moved('craft_in', 'craft_out'))),
        counted: minusOne(moved('count')),
        purchased: moved('delivery'),
      };
      for (const [step, value] of Object.entries(expected)) {
        expect(Math.abs(cells(data, measure)[step]! - number(value)!), `${measure} ${step}`).toBeLessThan(2e-5);
      }
    }
  });

  test('other moves keep the dry matter of their moment', async ({ world }) => {
    const { client, kyiv, api } = world;
    const db = api.database.forClient(client.id);
    const query = `cost_bridge/make/?${range}&farm=${kyiv.id}`;
    const now = await report(world, query);
    const feed = kyiv.ingredients[0]!;
    const was = async (at: string, before: number | null, after: number) =>
      sql`insert into history (client_id, at, resource, resource_id, type, name, user_name, language, timezone, before, after)
        values (${client.id}, ${at}, 'ingredients', ${feed}, 'update', 'feed', '', 'uk', 'UTC', ${JSON.stringify({ dry_matter: before })}::jsonb,
          ${JSON.stringify({ dry_matter: after })}::jsonb)`.execute(db);
    // The delivery of 12 345.678 kg was entered between two analyses; a third analysis gives the current dry matter.
    await was('2020-01-01T00:00:00Z', 30, 40);
    await was('2999-01-01T00:00:00Z', 40, 50);
    const { rows } = await sql<{ now: number; kg: number }>`
      select n.dry_matter as now, (select sum(kg) from ledger l where l.client_id = n.client_id and l.ingredient_id = n.id and l.kind = 'delivery'
        and l.day between ${FROM} and ${TO}) as kg from ingredient n where n.id = ${feed}`.execute(db);
    const changed = (rows[0]!.kg * (40 - rows[0]!.now)) / 100;
    const then = await report(world, query);
    expect(cells(then, 'dry_matter').purchased! - cells(now, 'dry_matter').purchased!).toBeCloseTo(changed, 4);
    expect(cells(then, 'dry_matter').loaded).toBe(cells(now, 'dry_matter').loaded);
    expect(cells(then, 'cost')).toEqual(cells(now, 'cost'));
    await sql`delete from history where client_id = ${client.id} and name = 'feed'`.execute(db);
  });

  test('loading, delivery and intake equal the other reports', async ({ world }) => {
    const query = `${range}&farm=${world.kyiv.id}`;
    const [data, load, plan] = await Promise.all([
      report(world, `cost_bridge/make/?${query}`),
      report(world, `load/?${query}`),
      report(world, `planfeed/?${query}`),
    ]);
    const { loaded, delivered, left } = cells(data, 'weight');
    expect([loaded, delivered, left]).toEqual([load.totals.fact, plan.totals.fact, -Number(plan.totals.leftovers)]);
    expect(cells(data, 'cost').loading_error).toBeCloseTo(Number(load.totals.loading_cost_of_error), 5);
    expect(cells(data, 'cost').delivered).toBe(plan.totals.cost);
    expect(cells(data, 'dry_matter').delivered).toBe(plan.totals.dry_matter);
    expect(tilesOf(data, 'value').purchased).toBe(cells(data, 'cost').purchased);
  });

  test('a farm where nothing happens has none', async ({ world }) => {
    expect((await report(world, `cost_bridge/make/?${range}&farm=${world.empty}`)).rows).toEqual([]);
  });
});
