import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { deliver } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const path = 'schedule/schedules/';
let farm: ReadyFarm;
let id: number;

test.beforeEach(async ({ api }) => {
  // Feed is bought before it is loaded.
  api.setNow(`${TODAY}T03:00:00Z`);
  farm = await makeReadyFarm(api);
  api.setNow(`${TODAY}T10:00:00Z`);
  id = (await makeSchedule(farm, TODAY)).id;
});

const load = (body: object, of = id) => farm.client.owner.put(`${path}${of}/load/`, body);
const upload = (body: object, of = id) => farm.client.owner.put(`${path}${of}/upload/`, body);
const reset = (body: object = { reason: 'wrong mixer' }) => farm.client.owner.post(`${path}${id}/reset/`, body);
const get = async () => (await farm.client.owner.get(`${path}${id}/`)).data;
const rest = async (ingredient: number) => (await farm.client.owner.get(`manager/ingredients/${ingredient}/`)).data.rest;
const db = (api: TestApi) => api.database.forClient(farm.client.id);
const rows = async (api: TestApi, what: ReturnType<typeof sql>) => (await what.execute(db(api))).rows;
const historyRows = (api: TestApi) => rows(api, sql`select id from history where resource = 'schedules' and resource_id = ${id}`);
const code = (answer: { status: number; errors?: Record<string, { code: number | string }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`),
];

const STARTED = `${TODAY}T06:00:00+02:00`;
const whole = () => ({
  status: 'loaded',
  started_at: STARTED,
  finished_at: `${TODAY}T06:25:30+02:00`,
  mix_seconds: 240,
  auger_rotations: 812.5,
  items: [
    { ingredient: farm.silage, weight_fact: 3050, started_at: STARTED, seconds: 400 },
    { ingredient: farm.hay, weight_fact: 1480.5 },
  ],
});
const unloaded = () => ({
  status: 'uploaded',
  started_at: `${TODAY}T06:40:00+02:00`,
  finished_at: `${TODAY}T06:52:00+02:00`,
  groups: [
    { group: farm.cowsGroup, weight_fact: 3600 },
    { group: farm.heifers, weight_fact: 930.5, seconds: 60 },
  ],
});

describe('loading', () => {
  test('takes the feed out of stock at the price and dry matter of the moment', async ({ api }) => {
    await load({ status: 'in_process' });
    const { status, data } = await load(whole());
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: 'loaded',
      weight_fact: 4530.5,
      deviation: -469.5,
      deviation_percent: -9.39,
      started_at: `${TODAY}T04:00:00Z`,
      seconds: 1530,
      mix_seconds: 240,
      auger_rotations: 812.5,
      operator: farm.client.ownerId,
      abilities: { load: false, upload: true, reset: true, delete: false, change: true },
    });
    expect(data.items).toMatchObject([
      { weight_fact: 3050, price: 2, dry_matter: 34, seconds: 400, started_at: `${TODAY}T04:00:00Z` },
      { weight_fact: 1480.5, price: 4, dry_matter: 86, seconds: null },
      { weight_fact: 0, price: 12, dry_matter: 90 },
    ]);
    expect([await rest(farm.silage), await rest(farm.hay), await rest(farm.meal)]).toEqual([6950, 3519.5, 0]);
    expect(await rows(api, sql`select kind, kg, price, value, day from ledger where schedule_id = ${id} order by ingredient_id`)).toEqual([
      { kind: 'load', kg: -3050, price: 2, value: -6100, day: TODAY },
      { kind: 'load', kg: -1480.5, price: 4, value: -5922, day: TODAY },
    ]);
    expect(await rows(api, sql`select fact_kg, plan_kg, cost from feed_day order by ingredient_id`)).toEqual([
      { fact_kg: 3050, plan_kg: 3000, cost: 6100 },
      { fact_kg: 1480.5, plan_kg: 1500, cost: 5922 },
      { fact_kg: 0, plan_kg: 500, cost: 0 },
    ]);
  });

  test('loading is recorded even if the stock becomes negative', async () => {
    await load({ status: 'in_process' });
    expect((await load({ status: 'loaded', items: [{ ingredient: farm.meal, weight_fact: 600 }] })).status).toBe(200);
    expect(await rest(farm.meal)).toBe(-600);
  });

  test('keeps its price when a later delivery changes it', async () => {
    await load({ status: 'in_process' });
    await load(whole());
    await deliver(farm.client.owner, farm, farm.silage, 6950, 4);
    expect((await get()).items[0].price).toBe(2);
    expect((await farm.client.owner.get(`manager/ingredients/${farm.silage}/`)).data.average_price).toBe(3);
  });

  test('loading adds up partial reports, and the last value of an item counts', async ({ api }) => {
    await load({ status: 'in_process', items: [{ ingredient: farm.silage, weight_fact: 100, seconds: 10 }] });
    const second = await load({
      status: 'in_process',
      items: [
        { ingredient: farm.silage, weight_fact: 200 },
        { ingredient: farm.hay, weight_fact: 7 },
        { ingredient: farm.hay, weight_fact: 70 },
      ],
    });
    expect(second.data).toMatchObject({ status: 'in_process', weight_fact: null, deviation: null, version: 3 });
    expect(second.data.items).toMatchObject([{ weight_fact: 200, seconds: 10 }, { weight_fact: 70 }, { weight_fact: null }]);
    expect(await rows(api, sql`select id from ledger where schedule_id = ${id}`)).toEqual([]);
    const last = await load({ status: 'loaded', items: [{ ingredient: farm.meal, weight_fact: 5 }] });
    expect(last.data.weight_fact).toBe(275);
  });

  test('loading records an equal report once, with any version', async ({ api }) => {
    const begin = { status: 'in_process', started_at: STARTED, version: 1, items: [{ ingredient: farm.hay, weight_fact: 3 }] };
    const first = await load(begin);
    expect((await load(begin)).data).toEqual(first.data);
    const end = { ...whole(), version: 2 };
    const loaded = await load(end);
    const before = await historyRows(api);
    const again = await load(end);
    expect([again.status, again.data]).toEqual([200, loaded.data]);
    await upload({ status: 'out_process', version: 3 });
    const uploaded = await upload({ ...unloaded(), version: 4 });
    const resent = await upload({ ...unloaded(), version: 4 });
    expect([resent.status, resent.data]).toEqual([200, uploaded.data]);
    expect(await historyRows(api)).toHaveLength(before.length + 2);
    expect(await rest(farm.silage)).toBe(6950);
  });

  test('loading refuses another report after the end, a skipped or reversed step and a stale version', async () => {
    expect(code(await load(whole()))).toEqual([409, 'status illegal_status']);
    expect(code(await upload({ status: 'out_process' }))).toEqual([409, 'status illegal_status']);
    await load({ status: 'in_process' });
    expect(code(await load({ ...whole(), version: 1 }))).toEqual([409, 'version stale_version']);
    await load(whole());
    expect(code(await load({ status: 'loaded', items: [{ ingredient: farm.hay, weight_fact: 1 }] }))).toEqual([
      409,
      'status illegal_status',
    ]);
    expect(code(await load({ ...whole(), mix_seconds: 241 }))).toEqual([409, 'status illegal_status']);
    expect(code(await load({ ...whole(), finished_at: `${TODAY}T06:26:00+02:00` }))).toEqual([409, 'status illegal_status']);
    expect(code(await load({ status: 'in_process' }))).toEqual([409, 'status illegal_status']);
    expect(code(await upload(unloaded()))).toEqual([409, 'status illegal_status']);
    expect(await rest(farm.silage)).toBe(6950);
  });

  test('an invalid report is refused with the name of the field', async ({ api }) => {
    const stranger = await makeReadyFarm(api);
    await load({ status: 'in_process' });
    const items = [
      { ingredient: farm.hay, weight_fact: 1 },
      { ingredient: stranger.hay, weight_fact: 1 },
    ];
    expect(code(await load({ status: 'loaded', items }))).toEqual([400, 'items.1.ingredient 23']);
    expect(code(await load({ ...whole(), items: [{ ingredient: farm.hay, weight_fact: -1 }] }))).toEqual([400, 'items.0.weight_fact 9']);
    expect(code(await load({ ...whole(), operator: stranger.client.ownerId }))).toEqual([400, 'operator 23']);
    expect(code(await load({ ...whole(), finished_at: `${TODAY}T05:00:00+02:00` }))).toEqual([400, 'finished_at 23']);
    expect(code(await load({ ...whole(), finished_at: '2026-03-12T06:00:00+02:00' }))).toEqual([400, 'finished_at 8']);
    expect(code(await load({ ...whole(), status: 'uploaded' }))).toEqual([400, 'status 23']);
    expect((await get()).status).toBe('in_process');
    await load(whole());
    expect(code(await upload({ status: 'out_process', groups: [{ group: stranger.heifers, weight_fact: 1 }] }))).toEqual([
      400,
      'groups.0.group 23',
    ]);
  });
});

describe('a report of another time', () => {
  test('a report sent days later without an end has no duration', async () => {
    await load({ status: 'in_process', started_at: '2026-03-01T06:00:00Z' });
    const { data } = await load({ status: 'loaded' });
    expect(data).toMatchObject({ status: 'loaded', started_at: '2026-03-01T06:00:00Z', seconds: null });
  });

  test('a report without an end counts to the present', async ({ api }) => {
    await load({ status: 'in_process' });
    await moveTo(api, farm, `${TODAY}T10:20:00Z`);
    expect((await load({ status: 'loaded' })).data.seconds).toBe(1200);
    expect((await upload({ status: 'out_process', started_at: `${TODAY}T10:15:00Z` })).status).toBe(200);
    expect((await upload({ status: 'uploaded' })).data.upload_seconds).toBe(300);
  });

  test('a date that no calendar has is refused', async () => {
    for (const started_at of ['0000-01-01T00:00:00Z', '9999-01-01T00:00:00Z']) {
      expect(code(await load({ status: 'in_process', started_at }))).toEqual([400, 'started_at 23']);
    }
    expect(code(await farm.client.owner.get(`${path}?planned_on=0000-01-01`))).toEqual([400, 'planned_on 23']);
    const named = { ignore_reason: 'a \u0000 sign' };
    expect(code(await farm.client.owner.put(`${path}${id}/`, named))).toEqual([400, 'detail 23']);
  });
});

describe('unloading', () => {
  test('unloading records each group’s reported weight, and counts it once it has ended', async ({ api }) => {
    await load({ status: 'in_process' });
    await load(whole());
    await upload({ status: 'out_process', groups: [{ group: farm.cowsGroup, weight_fact: 1000 }] });
    const counted = () => rows(api, sql`select weight_fact, counted from schedule_group where schedule_id = ${id} order by position`);
    expect(await counted()).toEqual([
      { weight_fact: 1000, counted: false },
      { weight_fact: null, counted: false },
    ]);
    const { data } = await upload(unloaded());
    expect(data).toMatchObject({
      status: 'uploaded',
      weight_unloaded: 4530.5,
      upload_seconds: 720,
      upload_started_at: `${TODAY}T04:40:00Z`,
    });
    expect(await counted()).toEqual([
      { weight_fact: 3600, counted: true },
      { weight_fact: 930.5, counted: true },
    ]);
  });

  test('gave nothing to a group without a word', async () => {
    await load({ status: 'in_process' });
    await load(whole());
    await upload({ status: 'out_process' });
    const { data } = await upload({ status: 'uploaded', groups: [{ group: farm.heifers, weight_fact: 4500 }] });
    expect(data.groups).toMatchObject([{ weight_fact: 0 }, { weight_fact: 4500 }]);
    expect(data.weight_unloaded).toBe(4500);
  });
});

describe('reset', () => {
  test('a reset removes facts, restores stock, plans again and stores the reason', async ({ api }) => {
    expect(code(await reset())).toEqual([409, 'status illegal_status']);
    await load({ status: 'in_process' });
    await load(whole());
    await upload({ status: 'out_process' });
    await upload(unloaded());
    await farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 90 });
    expect((await get()).weight_plan).toBe(5000);
    expect(code(await reset({ reason: ' ' }))).toEqual([400, 'reason 3']);
    expect(code(await reset({ reason: 'wrong mixer', version: 1 }))).toEqual([409, 'version stale_version']);
    const { data } = await reset();
    expect(data).toMatchObject({
      status: 'waited',
      weight_plan: 4600,
      weight_fact: null,
      weight_unloaded: null,
      started_at: null,
      seconds: null,
      upload_seconds: null,
      mix_seconds: null,
      auger_rotations: null,
      edited: true,
    });
    expect(data.items.every((item: { weight_fact: null; price: null }) => item.weight_fact === null && item.price === null)).toBe(true);
    expect(data.groups.every((group: { weight_fact: null }) => group.weight_fact === null)).toBe(true);
    expect([await rest(farm.silage), await rest(farm.hay)]).toEqual([10_000, 5_000]);
    expect(await rows(api, sql`select sum(kg) as kg, count(*) as rows from ledger where schedule_id = ${id}`)).toEqual([
      { kg: 0, rows: 4 },
    ]);
    expect(await rows(api, sql`select sum(fact_kg) as fact, sum(plan_kg) as plan, sum(facts) as facts from feed_day`)).toEqual([
      { fact: 0, plan: 0, facts: 0 },
    ]);
    const [note] = await rows(
      api,
      sql`select before, after from history where resource = 'schedules' and resource_id = ${id} order by id desc limit 1`,
    );
    expect(note).toMatchObject({ before: { status: 'uploaded', weight_fact: 4530.5 }, after: { status: 'waited', reason: 'wrong mixer' } });
    await load({ status: 'in_process' });
    expect((await load(whole())).status).toBe(200);
    expect(await rest(farm.silage)).toBe(6950);
  });
});

describe('a closed month', () => {
  test('an ignored or closed feeding refuses changes, and accepts a repeated report', async ({ api }) => {
    await load({ status: 'in_process' });
    await load(whole());
    const other = await makeSchedule(farm, TODAY);
    await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, '2026-03-01')`.execute(db(api));
    expect((await load(whole())).status).toBe(200);
    expect(code(await upload({ status: 'out_process' }))).toEqual([409, 'detail month_closed']);
    expect(code(await load({ status: 'in_process' }, other.id))).toEqual([409, 'detail month_closed']);
    expect(code(await reset())).toEqual([409, 'detail month_closed']);
    expect(code(await farm.client.owner.put(`${path}${id}/`, { skip_time: true }))).toEqual([409, 'detail month_closed']);
    expect(code(await farm.client.owner.delete(`${path}${other.id}/`))).toEqual([409, 'detail month_closed']);
    expect(code(await farm.client.owner.post(`${path}ordering/`, { ids: [other.id] }))).toEqual([409, 'detail month_closed']);
    expect(code(await farm.client.owner.post(`${path}copy/`, { farm: farm.farm, from: '2026-02-10', to: TODAY }))).toEqual([
      409,
      'detail month_closed',
    ]);
    expect((await get()).abilities).toEqual({ change: false, delete: false, load: false, upload: false, reset: false, correct: false });
    await moveTo(api, farm, '2026-04-01T10:00:00Z');
    await expect(makeSchedule(farm, TODAY)).rejects.toThrow('month_closed');
  });
});

describe('open screens', () => {
  test('screens are notified of the schedule, its day and the card of its farm', async ({ api }) => {
    const listener = await api.database.listener();
    const heard: { client: number; resource: string }[] = [];
    listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '{}')));
    const { rows: channels } = await listener.query<{ name: string }>("select channel('manger') as name");
    await listener.query(`listen "${channels[0]?.name}"`);
    const listHeardResources = () => new Set(heard.map((event) => `${event.client} ${event.resource}`));
    const screens = ['schedules', 'loadings', 'farms'].map((resource) => `${farm.client.id} ${resource}`);
    try {
      await load({ status: 'in_process' });
      await expect.poll(listHeardResources).toEqual(new Set(screens));
      heard.length = 0;
      await load(whole());
      await expect.poll(listHeardResources).toEqual(new Set([...screens, `${farm.client.id} ingredients`, `${farm.client.id} stocks`]));
      heard.length = 0;
      await reset();
      await expect.poll(listHeardResources).toEqual(new Set([...screens, `${farm.client.id} ingredients`, `${farm.client.id} stocks`]));
    } finally {
      await listener.end();
    }
  });
});

describe('at once', () => {
  test('two different loads leave one', async ({ api }) => {
    await load({ status: 'in_process' });
    const other = { status: 'loaded', items: [{ ingredient: farm.silage, weight_fact: 1000 }] };
    const answers = await Promise.all([load(whole()), load(other), load(whole())]);
    const won = answers.filter((answer) => answer.status === 200);
    expect([1, 2]).toContain(won.length);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(3 - won.length);
    const { items } = await get();
    expect(await rest(farm.silage)).toBe(10_000 - items[0].weight_fact);
    expect(await rows(api, sql`select count(*) as rows from ledger where schedule_id = ${id} and ingredient_id = ${farm.silage}`)).toEqual([
      { rows: 1 },
    ]);
  });

  test('a load and deliveries keep rest and ledger together', async ({ api }) => {
    await load({ status: 'in_process' });
    await Promise.all([
      load(whole()),
      ...Array.from({ length: 5 }, () => deliver(farm.client.owner, farm, farm.hay, 100, 6)),
      ...Array.from({ length: 5 }, () => deliver(farm.client.owner, farm, farm.silage, 100, 6)),
    ]);
    for (const [ingredient, kg] of [
      [farm.hay, 5000 + 500 - 1480.5],
      [farm.silage, 10_000 + 500 - 3050],
    ] as const) {
      expect(await rest(ingredient)).toBe(kg);
      expect(await rows(api, sql`select sum(kg) as kg from ledger where ingredient_id = ${ingredient}`)).toEqual([{ kg }]);
    }
  });

  test('a change of the herd and a load never mix plans', async () => {
    await Promise.all([load({ status: 'in_process' }), farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 77 })]);
    const { weight_plan, groups, items } = await get();
    const sum = (parts: { weight_plan: number }[]) => parts.reduce((total, part) => total + part.weight_plan, 0);
    expect([4080, 5000]).toContain(weight_plan);
    expect([sum(groups), sum(items)]).toEqual([weight_plan, weight_plan]);
  });
});
