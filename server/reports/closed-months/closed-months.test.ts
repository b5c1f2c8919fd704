import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const path = 'manager/months/';
const MARCH = '2026-03';
const DAY = '2026-03-20';
const NOON = `${DAY}T10:00:00Z`;

const test = base.override({ now: `${DAY}T09:00:00Z` });

const owner = (farm: ReadyFarm) => farm.client.owner;
const close = (farm: ReadyFarm, month: string, values: object = {}) => owner(farm).post(path, { farm: farm.farm, month, ...values });
const reopen = (farm: ReadyFarm, month: string, values: object = {}) =>
  owner(farm).post(`${path}reopen/`, { farm: farm.farm, month, reason: 'A late invoice', ...values });
const code = (answer: { status: number; errors?: Record<string, { code: unknown }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`),
];

describe('a closed month refuses every change', () => {
  const refused = new Map<string, () => Promise<{ status: number; errors?: Record<string, { code: unknown }[]> }>>();

  test.beforeAll(async ({ api, farm }) => {
    const [waiting, loaded, unloading] = [await makeSchedule(farm, DAY), await makeSchedule(farm, DAY), await makeSchedule(farm, DAY)];
    const at = (id: number, what: string) => `schedule/schedules/${id}/${what}/`;
    for (const { id } of [loaded, unloading]) {
      await owner(farm).put(at(id, 'load'), { status: 'in_process' });
      await owner(farm).put(at(id, 'load'), { status: 'loaded', items: [{ ingredient: farm.silage, weight_fact: 100 }] });
    }
    await owner(farm).put(at(unloading.id, 'upload'), { status: 'out_process' });
    const delivery = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.hay, value: 10, price: 4, delivered_at: NOON };
    const received = await make(owner(farm), 'manager/deliveries/', delivery);
    const gone = await make(owner(farm), 'manager/deliveries/', delivery);
    await owner(farm).delete(`manager/deliveries/${gone.id}/`);
    const leftover = await make(owner(farm), 'leftovers/leftovers/', { farm: farm.farm, group: farm.heifers, date: DAY, weight: 5 });
    const feed = await makeIngredient(owner(farm), farm);
    const parts = [{ ingredient: farm.silage, percent: 100 }];
    const recipe = await make(owner(farm), 'manager/recipes/', { farm: farm.farm, name: 'Mix', ingredient: feed.id, items: parts });
    const batchOf = { farm: farm.farm, recipe: recipe.id, planned_on: DAY, weight_plan: 50 };
    const [planned, made] = [
      await make(owner(farm), 'animalfeed/schedules/', batchOf),
      await make(owner(farm), 'animalfeed/schedules/', batchOf),
    ];
    const batchFacts = { items: [{ ingredient: farm.silage, weight_fact: 50 }] };
    expect((await owner(farm).post(`animalfeed/schedules/${made.id}/load/`, batchFacts)).status).toBe(200);

    const post = (to: string, body: object) => () => owner(farm).post(to, body);
    const put = (to: string, body: object) => () => owner(farm).put(to, body);
    const remove = (from: string) => () => owner(farm).delete(from);
    refused
      .set('load', put(at(waiting.id, 'load'), { status: 'in_process' }))
      .set('unload', put(at(loaded.id, 'upload'), { status: 'out_process' }))
      .set('end of unloading', put(at(unloading.id, 'upload'), { status: 'uploaded' }))
      .set('reset', post(at(loaded.id, 'reset'), { reason: 'x' }))
      .set('change of a schedule', put(`schedule/schedules/${waiting.id}/`, { skip_time: true }))
      .set('delete of a schedule', remove(`schedule/schedules/${waiting.id}/`))
      .set(
        'new schedule',
        post('schedule/schedules/', {
          farm: farm.farm,
          planned_on: DAY,
          ration: farm.ration,
          mixer: farm.mixer,
          groups: [{ group: farm.heifers, weight_per_head: 1 }],
        }),
      )
      .set('new delivery', post('manager/deliveries/', delivery))
      .set('sale', post('manager/deliveries/', { ...delivery, delivery_type: 'sale' }))
      .set('change of a delivery', put(`manager/deliveries/${received.id}/`, { value: 11 }))
      .set('delete of a delivery', remove(`manager/deliveries/${received.id}/`))
      .set('return of a delivery', post(`manager/deliveries/${gone.id}/restore/`, {}))
      .set('new leftover', post('leftovers/leftovers/', { farm: farm.farm, group: farm.cowsGroup, date: DAY, weight: 5 }))
      .set('change of a leftover', put(`leftovers/leftovers/${leftover.id}/`, { weight: 6 }))
      .set('delete of a leftover', remove(`leftovers/leftovers/${leftover.id}/`))
      .set('stock count', post(`manager/stocks/${farm.stock}/count/`, { ingredient: farm.hay, weight: 1, counted_at: NOON }))
      .set('craft', post('manager/recipes/craft/', { recipe: recipe.id, weight: 1, crafted_at: NOON }))
      .set('new batch', post('animalfeed/schedules/', batchOf))
      .set('making of a batch', post(`animalfeed/schedules/${planned.id}/load/`, batchFacts))
      .set('reset of a batch', post(`animalfeed/schedules/${made.id}/reset/`, { reason: 'x' }))
      .set('change of a batch', put(`animalfeed/schedules/${planned.id}/`, { weight_plan: 51 }))
      .set('delete of a batch', remove(`animalfeed/schedules/${planned.id}/`));
    await moveTo(api, farm, '2026-04-02T09:00:00Z');
  });

  test('and once it is opened again everything does', async ({ api, farm }) => {
    expect((await close(farm, MARCH)).data).toMatchObject({
      month: MARCH,
      number: 1,
      version: 1,
      closed: true,
      closed_at: '2026-04-02T09:00:00Z',
    });
    const { rows: before } = await sql<{ count: number }>`select count(*) as count from ledger`.execute(
      api.database.forClient(farm.client.id),
    );
    // The error names the field of the moment if there is one.
    const findDateField = (what: string) =>
      /delivery|sale/.test(what) ? 'delivered_at' : ({ 'stock count': 'counted_at', craft: 'crafted_at' }[what] ?? 'detail');
    for (const [what, attempt] of refused) {
      expect([what, ...code(await attempt())]).toEqual([what, 409, `${findDateField(what)} month_closed`]);
    }
    const { rows: after } = await sql<{ count: number }>`select count(*) as count from ledger`.execute(
      api.database.forClient(farm.client.id),
    );
    expect(after).toEqual(before);
    const { data: schedules } = await owner(farm).get(`schedule/schedules/?planned_on=${DAY}`);
    expect(new Set(schedules.flatMap((row: { abilities: object }) => Object.values(row.abilities)))).toEqual(new Set([false]));

    expect((await reopen(farm, MARCH)).status).toBe(200);
    // A delete of what another attempt needs comes last, and a change is no longer possible where its row has gone on.
    const order = [...refused].toSorted(([a], [b]) => Number(a.startsWith('delete')) - Number(b.startsWith('delete')));
    for (const [what, attempt] of order) {
      const answer = await attempt();
      expect([what, code(answer).filter((text) => String(text).endsWith('month_closed'))]).toEqual([what, []]);
      if (['load', 'unload', 'end of unloading', 'reset of a batch', 'stock count', 'craft', 'new leftover'].includes(what)) {
        expect([what, Math.floor(answer.status / 100)]).toEqual([what, 2]);
      }
    }
  });

  test('closing notifies by number and version, and history contains author and reason', async ({ api, farm }) => {
    expect((await close(farm, '2026-01')).data).toMatchObject({ number: 2, version: 1 });
    expect((await close(farm, MARCH)).data).toMatchObject({ number: 1, version: 2, reason: '' });
    expect((await close(farm, '2025-12')).errors.detail?.[0]?.code).toBe('month_closed');
    const list = async (query = '') =>
      (await owner(farm).get(`${path}?farm=${farm.farm}&${query}`)).data.map((row: Record<string, unknown>) => [
        row.month,
        row.version,
        row.closed,
        row.reason,
      ]);
    expect(await list()).toEqual([
      [MARCH, 2, true, ''],
      [MARCH, 1, false, 'A late invoice'],
      ['2026-02', 1, true, ''],
      ['2026-01', 1, true, ''],
    ]);
    expect(await list('closed=true&month=2026-03')).toEqual([[MARCH, 2, true, '']]);
    const { rows } = await sql<{ type: string; reason: string }>`
      select type, after ->> 'reason' as reason from history where resource = 'month_closes' and name = ${MARCH} order by id`.execute(
      api.database.forClient(farm.client.id),
    );
    expect(rows).toEqual([
      { type: 'create', reason: '' },
      { type: 'update', reason: 'A late invoice' },
      { type: 'create', reason: '' },
    ]);
    const { rows: standing } =
      await sql`select to_char(month, 'YYYY-MM') as month, number, version from month_close order by month`.execute(
        api.database.forClient(farm.client.id),
      );
    expect(standing).toEqual([
      { month: '2026-01', number: 2, version: 1 },
      { month: '2026-02', number: 3, version: 1 },
      { month: MARCH, number: 1, version: 2 },
    ]);
  });
});

test('a month is closed once, when it is over by the farm, and opened once', async ({ api, farm }) => {
  expect(code(await close(farm, '2026-04'))).toEqual([400, 'month 8']);
  expect(code(await close(farm, '2026-13'))).toEqual([400, 'month 1']);
  expect(code(await close(farm, '2026-02', { farm: 999_999 }))).toEqual([400, 'farm 23']);
  expect((await reopen(farm, '2026-01')).data).toMatchObject({ month: '2026-01', closed: false });
  const answers = await Promise.all([1, 2, 3].map(() => close(farm, '2026-02')));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409]);
  expect(code(await close(farm, '2026-02'))).toEqual([409, 'detail month_closed']);
  expect(code(await reopen(farm, '2026-02', { reason: ' ' }))).toEqual([400, 'reason 3']);
  expect((await reopen(farm, '2026-02')).data).toMatchObject({ closed: false, reopened_by: expect.any(Number) });
  expect(code(await reopen(farm, '2026-02'))).toEqual([409, 'month illegal_status']);
  // In New York it is still March.
  api.setNow('2026-04-01T03:00:00Z');
  const { caller } = await makeAccount(api, { user_type: 'client', client_id: farm.client.id });
  const newYork = (await makeFarm(caller, 'America/New_York')).farm;
  expect((await caller.post(path, { farm: newYork, month: MARCH })).status).toBe(400);
  expect((await caller.post(path, { farm: (await makeFarm(caller)).farm, month: MARCH })).status).toBe(201);
  await moveTo(api, farm, '2026-04-02T09:00:00Z');
});

describe('books are closed up to a month', () => {
  const affected = async (farm: ReadyFarm, action: string, month: string) =>
    (await owner(farm).get(`${path}affected/?farm=${farm.farm}&action=${action}&month=${month}`)).data.map(
      (row: { month: string; waiting: number }) => [row.month, row.waiting],
    );
  const standing = async (farm: ReadyFarm) =>
    (await owner(farm).get(`${path}?farm=${farm.farm}&closed=true`)).data.map((row: Record<string, unknown>) => [row.month, row.number]);

  test('closing a month closes every earlier open one in order, as announced', async ({ api }) => {
    const farm = await makeReadyFarm(api);
    await makeSchedule(farm, '2025-12-05');
    await makeSchedule(farm, '2026-02-05');
    expect(await affected(farm, 'close', '2026-02')).toEqual([
      ['2025-12', 1],
      ['2026-01', 0],
      ['2026-02', 1],
    ]);
    expect((await close(farm, '2026-02')).data).toMatchObject({ month: '2026-02', number: 2, version: 1 });
    expect(await standing(farm)).toEqual([
      ['2026-02', 2],
      ['2026-01', 1],
      ['2025-12', 1],
    ]);
    // The books are closed before their first month as well.
    const early = {
      farm: farm.farm,
      delivery_type: 'delivery',
      ingredient: farm.hay,
      value: 10,
      price: 4,
      delivered_at: '2025-08-10T10:00:00Z',
    };
    expect(code(await owner(farm).post('manager/deliveries/', early))).toEqual([409, 'delivered_at month_closed']);
  });

  test('reopening a month reopens every later one with its reason, the last first, as announced', async ({ api }) => {
    const farm = await makeReadyFarm(api);
    await makeSchedule(farm, '2025-12-05');
    await close(farm, '2026-02');
    expect(await affected(farm, 'reopen', '2026-01')).toEqual([
      ['2026-02', 0],
      ['2026-01', 0],
    ]);
    expect((await reopen(farm, '2026-01')).data).toMatchObject({ month: '2026-01', closed: false });
    expect(await standing(farm)).toEqual([['2025-12', 1]]);
    const { rows } = await sql<{ name: string; reason: string }>`
      select name, after ->> 'reason' as reason from history
      where resource = 'month_closes' and farm_id = ${farm.farm} and type = 'update' order by id`.execute(
      api.database.forClient(farm.client.id),
    );
    expect(rows).toEqual([
      { name: '2026-02', reason: 'A late invoice' },
      { name: '2026-01', reason: 'A late invoice' },
    ]);
    // A month before the first of the books has no closing of its own.
    expect((await reopen(farm, '2025-08')).data).toMatchObject({ month: '2025-12', closed: false });
    expect(code(await reopen(farm, '2025-08'))).toEqual([409, 'month illegal_status']);
  });
});

/** Counts the transactions of this database that wait for an advisory lock. */
async function countWaiting(api: TestApi): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
    api.database.acrossClients(),
  );
  return rows[0]?.waiting ?? 0;
}

test('closing waits for who is writing into the month', async ({ api, farm }) => {
  const db = api.database.forClient(farm.client.id);
  let done = false;
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(hashtextextended('manger month', ${farm.farm}))`.execute(tx);
      const closing = close(farm, '2026-02').then(() => (done = true));
      await expect.poll(() => countWaiting(api)).toBeGreaterThan(0);
      expect(done).toBe(false);
      return { closing };
    })
    .then(({ closing }) => closing);
  expect(done).toBe(true);
  await reopen(farm, '2026-02');
});

test('it is for those who may change blanks, on their farms', async ({ api, farm }) => {
  const other = await makeClient(api);
  const body = { farm: farm.farm, month: '2026-02' };
  expect(code(await other.owner.post(path, body))).toEqual([400, 'farm 23']);
  expect((await other.owner.get(`${path}?farm=${farm.farm}`)).count).toBe(0);
  const inside = `dashboard/clients/${farm.client.id}/${path}`;
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  expect((await consultant.caller.get(inside)).status).toBe(200);
  expect((await consultant.caller.post(inside, body)).status).toBe(403);
  expect((await consultant.caller.post(`${inside}reopen/`, { ...body, reason: 'x' })).status).toBe(403);

  const staff = await makeAccount(api, { user_type: 'staff', clients: [farm.client.id] });
  expect((await staff.caller.post(inside, body)).status).toBe(201);
});

describe('the months of a year', () => {
  const year = async (farm: ReadyFarm, of = farm) => (await owner(farm).get(`${path}year/?farm=${of.farm}&year=2026`)).data;

  test('the months of a year list the open cases of each, up to yesterday', async ({ api, farm }) => {
    await moveTo(api, farm, '2026-02-10T09:00:00Z');
    const own = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
    const [done, begun] = [await makeSchedule(own, '2026-02-03'), await makeSchedule(own, '2026-02-04')];
    await makeSchedule(own, '2026-02-04');
    await makeSchedule(own, '2026-02-10');
    const report = async (id: number, what: 'load' | 'upload', status: string) =>
      expect((await owner(farm).put(`schedule/schedules/${id}/${what}/`, { status })).status).toBe(200);
    for (const status of ['in_process', 'loaded']) await report(done.id, 'load', status);
    for (const status of ['out_process', 'uploaded']) await report(done.id, 'upload', status);
    await report(begun.id, 'load', 'in_process');
    expect(await year(farm, own)).toEqual([
      // Nine days have passed, two of them have a fact; today's plan is no omission yet.
      { month: '2026-02', over: false, closed: false, feedings: 3, incomplete: 1, waiting: 1, batches: 0, days_without_facts: 7 },
      { month: '2026-01', over: true, closed: false, feedings: 0, incomplete: 0, waiting: 0, batches: 0, days_without_facts: 31 },
    ]);
  });

  test('the months of a year belong to the farm', async ({ api, farm }) => {
    const stranger = await makeReadyFarm(api);
    expect((await owner(farm).get(`${path}year/?farm=${stranger.farm}&year=2026`)).errors.farm?.[0]?.code).toBe(23);
    expect((await owner(farm).get(`${path}year/?farm=${farm.farm}&year=1`)).errors.year?.[0]?.code).toBe('min_val');
  });
});
