import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { compareClients } from '#contract/reports/compare-clients.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import type { Caller } from '#tests/support/api.ts';
import { makeAccount, makeClient, type TestClient } from '#tests/support/factories.ts';
import { comparedFigures, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { type DiceFarm, dice, makeDiceFarm, throwDays } from '#tests/support/reports/facts.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
import {
  exact,
  type Fraction,
  feedingsOf,
  grouped,
  hasFed,
  over,
  plus,
  type Raw,
  readRaw,
  times,
  total,
  weighingsOf,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

let neighbour: TestClient;
let farm: DiceFarm;
let stranger: TestClient;
let consultant: Caller;
let raws: Map<number, Raw>;

test.beforeAll(async ({ world }) => {
  const { api } = world;
  const db = api.database.acrossClients();
  neighbour = await makeClient(api);
  stranger = await makeClient(api);
  farm = await makeDiceFarm(db, neighbour, 'Lviv', 'Europe/Kyiv', [neighbour.ownerId]);
  await throwDays(db, neighbour, farm, '2026-10-01', 34, dice(99));
  // The neighbour's first two feeds are Kyiv's by type and name: at one price list they cost the same.
  await sql`update ingredient_type set name = 'KYIV' where client_id = ${neighbour.id}`.execute(db);
  for (const n of [0, 1]) {
    await sql`update ingredient set name = (select name from ingredient where id = ${world.kyiv.ingredients[n]}) where id = ${farm.ingredients[n]}`.execute(
      db,
    );
  }
  raws = new Map([
    [world.client.id, world.raw],
    [neighbour.id, await readRaw(db, neighbour.id)],
  ]);
  consultant = (await makeAccount(api, { user_type: 'consultant', clients: [world.client.id, neighbour.id] })).caller;
});

const ask = (query = '', caller = consultant) => caller.get<ReportData>(`dashboard/compare/?${range}${query}`);
async function report(query = '', caller = consultant): Promise<ReportData> {
  const answer = await ask(query, caller);
  expect(answer.errors).toBeUndefined();
  return answer.data;
}
const OF_MILK = ['iofc_per_head', 'efficiency', 'cost_per_milk'];
const findClientRow = (data: ReportData, client: number): Row => data.rows.find(({ client_id }) => client_id === client)!;
const listFarms = (world: DiceWorld, client: number) =>
  client === neighbour.id ? [farm.id] : [world.kyiv.id, world.newYork.id, world.empty];

/** The figures of some clients as if they were one, from raw rows. */
function expected(world: DiceWorld, clients: number[], days: { from: string; to: string } = { from: FROM, to: TO }, cost?: Fraction) {
  const wanted = (client: number) => ({ farms: listFarms(world, client), ...days });
  const feedings = clients.flatMap((client) => feedingsOf(raws.get(client)!, wanted(client)));
  const items = clients.flatMap((client) => weighingsOf(raws.get(client)!, wanted(client)));
  return comparedFigures(feedings, items, cost);
}

describe('the comparison of clients', () => {
  test('at their own prices, and all together', async ({ world }) => {
    const data = await report();
    expect(data.rows.map(({ client_id }) => client_id).sort()).toEqual([world.client.id, neighbour.id].sort());
    for (const client of [world.client.id, neighbour.id])
      expectFigures(findClientRow(data, client), expected(world, [client]), `client ${client}`);
    expect(findClientRow(data, world.client.id).farms).toBe(3);
    expectFigures(data.totals, expected(world, [world.client.id, neighbour.id]), 'total');
    const earlier = expected(world, [world.client.id, neighbour.id], before);
    expectFigures(tilesOf(data, 'previous'), only(earlier, compareClients.tiles), 'before');
    expect(data.filters).toMatchObject({ prices: ['own'], price_basis: ['moment'] });
  });

  test('the figures of each client equal its own comparison of farms', async ({ world }) => {
    const data = await report();
    for (const client of [world.client.id, neighbour.id]) {
      const own = (await consultant.get<ReportData>(`dashboard/clients/${client}/report/compare/make/?${range}`)).data;
      expectFigures(findClientRow(data, client), own.totals as Record<string, number | null>, `client ${client}`);
    }
  });

  test('the sum at common prices equals the actual cost of all', async ({ world }) => {
    const data = await report('&prices=common');
    const getFeedName = (ingredient: number) => {
      const n = farm.ingredients.indexOf(ingredient);
      return n === 0 || n === 1 ? world.kyiv.ingredients[n]! : ingredient;
    };
    const used = [...raws].flatMap(([client, raw]) => {
      const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
      const done = feedingsOf(raw, { farms: listFarms(world, client), from: FROM, to: TO }).filter(hasFed);
      return done.flatMap(({ schedule, part }) =>
        (items.get(String(schedule)) ?? []).map((item) => {
          const kg = times(exact(item.fact ?? '0'), part!);
          return { client, feed: getFeedName(item.ingredient_id), kg, value: times(kg, exact(item.price!)) };
        }),
      );
    });
    const prices = new Map(
      [...grouped(used, ({ feed }) => feed)].map(([feed, own]) => [
        Number(feed),
        over(total(own.map(({ value }) => value)), total(own.map(({ kg }) => kg))),
      ]),
    );
    for (const client of raws.keys()) {
      const cost = used
        .filter((one) => one.client === client)
        .reduce((sum, { feed, kg }) => plus(sum, times(kg, prices.get(feed) ?? ZERO)), ZERO);
      expectFigures(findClientRow(data, client), expected(world, [client], undefined, cost), `client ${client}`);
    }
    const own = await report();
    expect(findClientRow(data, neighbour.id).cost).not.toBe(findClientRow(own, neighbour.id).cost);
    expect(Number(data.totals.cost)).toBeCloseTo(Number(own.totals.cost), 3);
  });

  test('a single client has the figures of its own reports', async ({ world }) => {
    const data = await report(`&client=${neighbour.id}`);
    expect(data.rows).toHaveLength(1);
    expectFigures(data.totals, expected(world, [neighbour.id]), 'total');
    expect(data.notes.every(({ items }) => items.every(({ name }) => name.startsWith('Client ')))).toBe(true);
  });

  test('money in another currency is left out', async ({ world }) => {
    const db = world.api.database.acrossClients();
    await sql`update client set currency = 'EUR' where id = ${neighbour.id}`.execute(db);
    const third = await makeAccount(world.api, { user_type: 'consultant', clients: [world.client.id, neighbour.id, stranger.id] });
    const data = await report('', third.caller);
    expect(data.currency).toBe('UAH');
    expect(findClientRow(data, neighbour.id)).toMatchObject({
      currency: 'EUR',
      cost: null,
      cost_per_head: null,
      cost_per_dry_matter: null,
    });
    expect(findClientRow(data, neighbour.id).dmi).not.toBeNull();
    expect(data.totals).toMatchObject({ cost: null, cost_per_head: null });
    expect(data.columns.find(({ key }) => key === 'currency')?.hidden).toBe(false);
    expect((await report()).columns.find(({ key }) => key === 'currency')?.hidden).toBe(false);
    expect((await report(`&client=${world.client.id}`)).columns.find(({ key }) => key === 'currency')?.hidden).toBe(true);
    expect(findClientRow(data, stranger.id)).toMatchObject({ farms: 0, head_days: null, cost: null });
    // Kilograms of both clients with money of a single client would give a wrong price.
    const mixed = data.notes.filter(({ items }) => items.some(({ name }) => !name.startsWith(`${items[0]!.name.split(' · ')[0]} ·`)));
    expect(mixed.length).toBeGreaterThan(0);
    expect(mixed.every(({ money, value }) => money === 0 && value > 0)).toBe(true);
    await sql`update client set currency = 'UAH' where id = ${neighbour.id}`.execute(db);
  });
});

describe('access to the comparison', () => {
  test('people who work for several clients compare their own, administrators all', async ({ world }) => {
    const staff = await makeAccount(world.api, { user_type: 'staff', clients: [neighbour.id] });
    expect((await report('', staff.caller)).rows.map(({ client_id }) => client_id)).toEqual([neighbour.id]);
    const admin = await makeAccount(world.api, { user_type: 'admin' });
    expect((await report('', admin.caller)).rows.map(({ client_id }) => client_id)).toEqual(
      expect.arrayContaining([world.client.id, neighbour.id, stranger.id]),
    );
    const idle = await makeAccount(world.api, { user_type: 'consultant', clients: [] });
    expect((await report('', idle.caller)).rows).toEqual([]);
  });

  test('a client’s own people may not, and nobody compares a client that isn’t theirs', async ({ world }) => {
    expect((await ask('', world.client.owner)).status).toBe(403);
    expect((await ask('', world.api.nobody)).status).toBe(401);
    const foreign = await ask(`&client=${stranger.id}`);
    expect([foreign.status, foreign.errors.client?.[0]?.code]).toEqual([400, 23]);
    expect((await consultant.get('dashboard/compare/')).errors.planned_on_after?.[0]?.code).toBe(2);
    const backwards = await consultant.get('dashboard/compare/?planned_on_after=2026-10-02&planned_on_before=2026-10-01');
    expect(backwards.errors.planned_on_after?.[0]?.code).toBe(8);
  });
});

test('income over feed cost is shown for clients with milk, in the currency of the comparison', async ({ world }) => {
  const listMilkKeys = (data: ReportData) => data.columns.map(({ key }) => key).filter((key) => OF_MILK.includes(key));
  expect(listMilkKeys(await report())).toEqual([]);
  await throwMilk(world);
  const db = world.api.database.acrossClients();
  const data = await report();
  expect([listMilkKeys(data), listMilkKeys(await report('&prices=common'))]).toEqual([OF_MILK, ['efficiency']]);
  const own = (await consultant.get<ReportData>(`dashboard/clients/${world.client.id}/report/compare/make/?${range}`)).data;
  for (const key of OF_MILK) {
    expect(findClientRow(data, world.client.id)[key], key).toBe(own.totals[key]);
    // A client without milk has no value, and adds nothing.
    expect([findClientRow(data, neighbour.id)[key], data.totals[key]], key).toEqual([null, own.totals[key]]);
  }
  await sql`update client set currency = 'EUR' where id = ${neighbour.id}`.execute(db);
  expect((await report()).totals).toMatchObject({ iofc_per_head: null, cost_per_milk: null, efficiency: own.totals.efficiency });
  await sql`update client set currency = 'UAH' where id = ${neighbour.id}`.execute(db);
  await sql`delete from milk_price where client_id = ${world.client.id}`.execute(db);
  expect((await report()).totals).toMatchObject({ iofc_per_head: null, efficiency: own.totals.efficiency });
});

test('a client compared is still read as itself alone', async () => {
  await report();
  const own = await reportOf(neighbour.owner, `planfeed/?${range}`);
  expect(new Set(own.rows.map(({ farm_id }) => farm_id))).toEqual(new Set([farm.id]));
});
