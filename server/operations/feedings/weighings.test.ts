import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import { type Caller, callerOf, type TestApi } from '#tests/support/api.ts';
import { deliver, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { brokenRollUps } from '#tests/support/roll-ups.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const path = 'schedule/schedules/';
let farm: ReadyFarm;
let terminal: Caller;
/** Plans 3 000 kg of silage, 1 500 of hay, 500 of meal, 4 000 kg for the cows, 1 000 for the heifers; the mixer holds 10 t, no tolerance. */
let id: number;

test.beforeEach(async ({ api }) => {
  // Feed is bought before it is loaded.
  api.setNow(`${TODAY}T03:00:00Z`);
  farm = await makeReadyFarm(api);
  api.setNow(`${TODAY}T10:00:00Z`);
  terminal = callerOf(api.app, (await farm.client.owner.post('manager/keys/', { farm: farm.farm, name: 'Terminal' })).data.secret, 'Key');
  id = (await makeSchedule(farm, TODAY)).id;
});

type Words = Record<number, number>;
const items = (words: Words) => Object.entries(words).map(([ingredient, weight_fact]) => ({ ingredient: Number(ingredient), weight_fact }));
const groups = (words: Words) => Object.entries(words).map(([group, weight_fact]) => ({ group: Number(group), weight_fact }));
const load = (caller: Caller, status: string, words: Words) =>
  caller.put(`${path}${id}/load/`, {
    status,
    items: items(words),
    ...(status === 'loaded' ? { started_at: `${TODAY}T06:00:00Z`, finished_at: `${TODAY}T06:20:00Z` } : {}),
  });
const upload = (caller: Caller, status: string, words: Words) => caller.put(`${path}${id}/upload/`, { status, groups: groups(words) });
const correct = (body: object, caller = farm.client.owner) => caller.put(`${path}${id}/weighings/`, { reason: 'misread', ...body });
const get = async () => (await farm.client.owner.get(`${path}${id}/`)).data;
const rest = async (ingredient: number) => (await farm.client.owner.get(`manager/ingredients/${ingredient}/`)).data.rest;
const db = (api: TestApi) => api.database.forClient(farm.client.id);
const rows = async (api: TestApi, what: ReturnType<typeof sql>) => (await what.execute(db(api))).rows;
const ledger = (api: TestApi) =>
  rows(api, sql`select kind, ingredient_id as ingredient, kg, price, value, day, at from ledger where schedule_id = ${id} order by id`);
const code = (answer: { status: number; errors?: Record<string, { code: number | string; limit?: number | string }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => `${field} ${first?.code} ${first?.limit ?? ''}`.trim()),
];
const report = async (name: string) =>
  (await farm.client.owner.get(`report/${name}?planned_on_after=${TODAY}&planned_on_before=${TODAY}&farm=${farm.farm}`)).data;
const right = () => ({ [farm.silage]: 3050, [farm.hay]: 1480, [farm.meal]: 500 });
const buildGiven = () => ({ [farm.cowsGroup]: 4000, [farm.heifers]: 1000 });

describe('more than the mixer holds', () => {
  test('an overload is refused at the weighing that exceeds the mixer, for any earlier weighings', async () => {
    const { owner } = farm.client;
    expect((await load(owner, 'in_process', { [farm.hay]: 1500 })).status).toBe(200);
    expect(code(await load(owner, 'in_process', { [farm.hay]: 1500, [farm.silage]: 8500.001 }))).toEqual([
      400,
      'items.0.weight_fact mixer_weight 10000',
    ]);
    expect((await load(owner, 'in_process', { [farm.silage]: 8500 })).status).toBe(200);
    expect(code(await load(owner, 'loaded', { [farm.meal]: 1 }))).toEqual([400, 'items.0.weight_fact mixer_weight 10000']);
    expect((await load(owner, 'loaded', right())).status).toBe(200);
    expect(code(await upload(owner, 'out_process', { [farm.cowsGroup]: 4_000_400 }))).toEqual([
      400,
      'groups.0.weight_fact mixer_weight 10000',
    ]);
    expect(await rest(farm.silage)).toBe(6950);
  });

  test('counts the leftovers that are in the mixer', async () => {
    id = (await makeSchedule(farm, TODAY, { leftovers: true, planned_leftovers: 2000 })).id;
    expect(code(await load(farm.client.owner, 'in_process', { [farm.silage]: 8000.5 }))).toEqual([
      400,
      'items.0.weight_fact mixer_weight 10000',
    ]);
    expect((await load(farm.client.owner, 'in_process', { [farm.silage]: 8000 })).status).toBe(200);
  });

  test('a correction that overloads the mixer is refused', async () => {
    await load(farm.client.owner, 'in_process', {});
    await load(farm.client.owner, 'loaded', right());
    expect(code(await correct({ items: items({ [farm.silage]: 30_500 }) }))).toEqual([400, 'items.0.weight_fact mixer_weight 10000']);
  });
});

describe("a terminal's doubtful report", () => {
  const slip = () => ({ ...right(), [farm.silage]: 30_500 });

  test('an implausible weighing is stored, and its load counts nowhere until a person confirms or corrects it', async ({ api }) => {
    expect((await load(terminal, 'in_process', slip())).data).toMatchObject({ status: 'in_process', implausible: true });
    const loaded = await load(terminal, 'loaded', slip());
    expect(loaded.data).toMatchObject({ status: 'loaded', implausible: true, weight_fact: null, deviation: null });
    expect(loaded.data.items.map((item: { implausible: boolean }) => item.implausible)).toEqual([true, false, false]);
    // A terminal repeats a report that got no answer.
    expect((await load(terminal, 'loaded', slip())).data).toEqual(loaded.data);
    await upload(terminal, 'out_process', {});
    const unloaded = await upload(terminal, 'uploaded', buildGiven());
    expect(unloaded.data).toMatchObject({ status: 'uploaded', weight_unloaded: null });
    expect(await ledger(api)).toEqual([]);
    expect(await rest(farm.silage)).toBe(10_000);
    expect(await rows(api, sql`select from feed_day`)).toEqual([]);

    const plan = await report('planfeed/');
    expect(plan.totals).toMatchObject({ plan: 5000, fact: null, cost: null });
    expect(plan.notes).toMatchObject([{ code: 'incomplete', count: 1, value: 5000 }]);
    expect((await farm.client.owner.get(`report/schedule_load/${id}/detail/`)).data.totals.fact).toBe(1980);
    const { alerts } = await report('dashboard/make/');
    expect(alerts[0]).toMatchObject({ code: 'implausible', count: 1, items: [{ id, farm: farm.farm, day: TODAY, value: 30_500 }] });

    // Prices move meanwhile; the load keeps those of its own moment.
    await deliver(farm.client.owner, farm, farm.silage, 10_000, 4);
    const { status, data } = await correct({
      reason: 'a zero too many',
      items: items({ [farm.silage]: 3050 }),
      version: unloaded.data.version,
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ status: 'uploaded', implausible: false, weight_fact: 5030, weight_unloaded: 5000 });
    expect(await ledger(api)).toMatchObject([
      { kind: 'load', ingredient: farm.silage, kg: -3050, price: 2, value: -6100, day: TODAY, at: `${TODAY}T06:20:00Z` },
      { kind: 'load', ingredient: farm.hay, kg: -1480, price: 4 },
      { kind: 'load', ingredient: farm.meal, kg: -500, price: 12 },
    ]);
    expect((await report('planfeed/')).totals.fact).toBe(5000);
    expect((await report('planfeed/')).notes.map((note: { code: string }) => note.code)).not.toContain('incomplete');
    expect((await report('dashboard/make/')).alerts.map((alert: { code: string }) => alert.code)).not.toContain('implausible');
    expect(await brokenRollUps(db(api))).toEqual([]);
    const [change] = await rows(
      api,
      sql`select before, after from history where resource = 'schedules' and resource_id = ${id} order by id desc limit 1`,
    );
    expect(change).toMatchObject({
      before: { implausible: true, items: [{ weight_fact: 30_500, implausible: true }, {}, {}] },
      after: { reason: 'a zero too many', items: [{ weight_fact: 3050, implausible: false }, {}, {}] },
    });
  });

  test('counts as it is when it is confirmed, though the mixer holds less', async () => {
    await load(terminal, 'in_process', {});
    await load(terminal, 'loaded', slip());
    const { data } = await correct({ items: items({ [farm.silage]: 30_500 }) });
    expect(data).toMatchObject({ implausible: false, weight_fact: 32_480 });
    expect(await rest(farm.silage)).toBe(-20_500);
  });

  test('waits until each of its weighings has been answered for', async ({ api }) => {
    await load(terminal, 'in_process', {});
    await load(terminal, 'loaded', { [farm.silage]: 300, [farm.hay]: 150, [farm.meal]: 500 });
    expect((await correct({ items: items({ [farm.silage]: 3000 }) })).data).toMatchObject({ implausible: true, weight_fact: null });
    expect(await ledger(api)).toEqual([]);
    expect((await correct({ items: items({ [farm.hay]: 150 }) })).data).toMatchObject({ implausible: false, weight_fact: 3650 });
    expect(await ledger(api)).toHaveLength(3);
  });

  test('an implausible weighing of one group keeps the load counted, and leaves the groups out', async ({ api }) => {
    await load(terminal, 'in_process', {});
    await load(terminal, 'loaded', right());
    await upload(terminal, 'out_process', { [farm.cowsGroup]: 400 });
    const { data } = await upload(terminal, 'uploaded', { [farm.heifers]: 1030 });
    expect(data).toMatchObject({ implausible: true, weight_fact: 5030, weight_unloaded: null });
    expect(data.groups.map((group: { implausible: boolean }) => group.implausible)).toEqual([true, false]);
    expect((await report('planfeed/')).totals).toMatchObject({ fact: null });
    await correct({ groups: groups({ [farm.cowsGroup]: 4000 }) });
    expect((await report('planfeed/')).totals).toMatchObject({ fact: 5030 });
    expect(await ledger(api)).toHaveLength(3);
  });

  test('three tolerances apply if they exceed 30 %, and a skipped feed is plausible', async () => {
    await farm.client.owner.put(`manager/mixers/${farm.mixer}/`, { loading_admittance: 100 });
    await load(terminal, 'in_process', { [farm.meal]: 800, [farm.hay]: 1950 });
    const { data } = await load(terminal, 'in_process', { [farm.silage]: 0 });
    expect(data.implausible).toBe(false);
    expect((await load(terminal, 'in_process', { [farm.meal]: 800.001 })).data.implausible).toBe(true);
    expect((await load(terminal, 'in_process', { [farm.meal]: 800 })).data.implausible).toBe(false);
  });

  test('a reset removes an implausible weighing like any other', async () => {
    await load(terminal, 'in_process', {});
    await load(terminal, 'loaded', slip());
    const { data } = await farm.client.owner.post(`${path}${id}/reset/`, { reason: 'again' });
    expect(data).toMatchObject({ status: 'waited', implausible: false });
    expect(data.items.some((item: { implausible: boolean }) => item.implausible)).toBe(false);
  });

  test('weighings entered by a person are never implausible, because the phone has asked', async () => {
    await load(farm.client.owner, 'in_process', {});
    expect((await load(farm.client.owner, 'loaded', { ...right(), [farm.silage]: 300 })).data).toMatchObject({
      implausible: false,
      weight_fact: 2280,
    });
  });
});

describe('a correction after the end', () => {
  beforeEach(async () => {
    await load(farm.client.owner, 'in_process', {});
    await load(farm.client.owner, 'loaded', right());
  });

  test('a correction reverses the single weighing and posts it again at the price of its moment, and reports follow', async ({ api }) => {
    await upload(farm.client.owner, 'out_process', {});
    await upload(farm.client.owner, 'uploaded', buildGiven());
    await deliver(farm.client.owner, farm, farm.silage, 6950, 4);
    const { data } = await correct({ items: items({ [farm.silage]: 3000, [farm.hay]: 1480 }), groups: groups({ [farm.cowsGroup]: 3900 }) });
    expect(data).toMatchObject({ status: 'uploaded', weight_fact: 4980, weight_unloaded: 4900 });
    expect((await ledger(api)).slice(3)).toMatchObject([
      { kind: 'reversal', ingredient: farm.silage, kg: 3050, price: 2, value: 6100, at: `${TODAY}T06:20:00Z` },
      { kind: 'load', ingredient: farm.silage, kg: -3000, price: 2, value: -6000, day: TODAY, at: `${TODAY}T06:20:00Z` },
    ]);
    expect(await rest(farm.silage)).toBe(10_000 + 6950 - 3000);
    expect(await rows(api, sql`select fact_kg, cost from feed_day order by ingredient_id`)).toEqual([
      { fact_kg: 3000, cost: 6000 },
      { fact_kg: 1480, cost: 5920 },
      { fact_kg: 500, cost: 6000 },
    ]);
    expect(await brokenRollUps(db(api))).toEqual([]);
    expect((await report('planfeed/')).totals).toMatchObject({ fact: 4900 });
    expect((await report('schedule_load/make/')).totals).toMatchObject({ fact: 4980 });
  });

  test('changes nothing a second time, and is refused when it is stale', async ({ api }) => {
    const body = { items: items({ [farm.silage]: 3000 }), version: 3 };
    const first = await correct(body);
    expect(first.data.version).toBe(4);
    const before = await ledger(api);
    expect((await correct(body)).data).toEqual(first.data);
    expect(await ledger(api)).toEqual(before);
    expect(code(await correct({ ...body, items: items({ [farm.silage]: 2900 }) }))).toEqual([409, 'version stale_version']);
  });

  test('corrections from zero and to zero post moves', async () => {
    await correct({ items: items({ [farm.silage]: 0 }) });
    expect(await rest(farm.silage)).toBe(10_000);
    await correct({ items: items({ [farm.silage]: 10 }) });
    expect(await rest(farm.silage)).toBe(9990);
    await farm.client.owner.post(`${path}${id}/reset/`, { reason: 'again' });
    expect(await rest(farm.silage)).toBe(10_000);
  });

  test('needs a reason, a weighing that was made, and the right to change', async ({ api }) => {
    const body = { items: items({ [farm.silage]: 3000 }) };
    expect(code(await correct({ ...body, reason: ' ' }))).toEqual([400, 'reason 3']);
    expect(code(await correct({}))).toEqual([400, 'items 2']);
    expect(code(await correct({ items: items({ [farm.cowsGroup + 100_000]: 1 }) }))).toEqual([400, 'items.0.ingredient 23']);
    expect(code(await correct({ groups: groups({ [farm.cowsGroup]: 1 }) }))).toEqual([409, 'status illegal_status']);
    expect((await correct(body, terminal)).status).toBe(403);
    const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
    const inside = `dashboard/clients/${farm.client.id}/${path}${id}/weighings/`;
    expect((await consultant.caller.put(inside, { reason: 'x', ...body })).status).toBe(403);
    expect((await get()).abilities.correct).toBe(true);
  });

  test('corrections in a closed month are refused', async ({ api }) => {
    await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, '2026-03-01')`.execute(db(api));
    expect(code(await correct({ items: items({ [farm.silage]: 3000 }) }))).toEqual([409, 'detail month_closed']);
    expect((await correct({ items: items({ [farm.silage]: 3050 }) })).status).toBe(200);
  });

  test('an ignored feeding counts nowhere, and stock follows its corrections all the same', async ({ api }) => {
    await farm.client.owner.put(`${path}${id}/`, { ignore_in_reports: true });
    await correct({ items: items({ [farm.silage]: 3000 }) });
    expect(await rest(farm.silage)).toBe(7000);
    expect(await rows(api, sql`select from schedule_ingredient where counted`)).toEqual([]);
  });
});

test('the check before closing lists weighings that wait for confirmation', async ({ api }) => {
  await load(terminal, 'in_process', {});
  await load(terminal, 'loaded', { ...right(), [farm.silage]: 30_500 });
  await upload(terminal, 'out_process', {});
  await upload(terminal, 'uploaded', buildGiven());
  await moveTo(api, farm, '2026-04-01T10:00:00Z');
  const { data } = await farm.client.owner.get(`manager/months/year/?farm=${farm.farm}&year=2026`);
  expect(data.find((one: { month: string }) => one.month === '2026-03')).toMatchObject({ incomplete: 1 });
});

describe('packs', () => {
  const HAY = 'Bale';
  test.beforeEach(async () => {
    await farm.client.owner.post('manager/packs/', { ingredient: farm.hay, name: HAY, from: TODAY, kg: 245 });
  });

  test('a weighing is corrected to packs, and from packs to kilograms, and the stock follows', async () => {
    for (const status of ['in_process', 'loaded']) await load(farm.client.owner, status, right());
    const before = await rest(farm.hay);
    const corrected = await correct({ items: [{ ingredient: farm.hay, packs: 6 }] });
    expect([corrected.status, corrected.errors]).toEqual([200, undefined]);
    const findHay = ({ data }: typeof corrected) => data.items.find(({ ingredient }: { ingredient: number }) => ingredient === farm.hay);
    expect(findHay(corrected)).toMatchObject({ weight_fact: 1470, pack: HAY, packs: 6, pack_kg: 245 });
    expect(await rest(farm.hay)).toBe(before + 10);
    // The same packs change nothing, although their weight is another one now.
    const [weight] = (await farm.client.owner.get(`manager/packs/?ingredient=${farm.hay}`)).data;
    await farm.client.owner.put(`manager/packs/${weight.id}/`, { kg: 200 });
    expect(findHay(await correct({ items: [{ ingredient: farm.hay, packs: 6 }] }))).toMatchObject({ weight_fact: 1470, pack_kg: 245 });
    expect(findHay(await correct({ items: [{ ingredient: farm.hay, weight_fact: 1470 }] }))).toMatchObject({ packs: 6, pack_kg: 245 });
    expect(findHay(await correct({ items: [{ ingredient: farm.hay, weight_fact: 1480 }] }))).toMatchObject({
      weight_fact: 1480,
      pack: null,
      packs: null,
      pack_kg: null,
    });
    expect(await rest(farm.hay)).toBe(before);
  });

  test('a correction in wrong packs is refused at its field, and nothing changes', async () => {
    for (const status of ['in_process', 'loaded']) await load(farm.client.owner, status, right());
    const before = await get();
    const refuse = async (item: object) => code(await correct({ items: [{ ingredient: farm.hay, ...item }] }));
    expect(await refuse({})).toEqual([400, 'items.0.weight_fact 2']);
    expect(await refuse({ packs: 6, pack: 'Bag' })).toEqual([400, 'items.0.pack unknown_name']);
    expect(await refuse({ packs: 6, weight_fact: 1471 })).toEqual([400, 'items.0.weight_fact 23 1470']);
    expect(await refuse({ packs: 0.25 })).toEqual([400, 'items.0.packs 1']);
    expect(await get()).toEqual(before);
  });
});
