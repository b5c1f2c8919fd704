import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const NOW = '2026-03-10T07:00:00Z';
const WEIGHTS = 'manager/weights/';
let farm: ReadyFarm;
let foreign: ReadyFarm;

test.override('now', NOW);
test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  foreign = await makeReadyFarm(api);
});

const owner = () => farm.client.owner;
let made = 0;
const newGroup = async () =>
  (await make(owner(), 'manager/groups/', { farm: farm.farm, name: `Pen ${made++}`, animal_type: farm.cows, animal_count: 40 }))
    .id as number;
const codes = (errors: Record<string, { code: number | string; limit?: number | string }[]> = {}) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, [first]]) => [field, first?.limit === undefined ? first?.code : [first.code, first.limit]]),
  );
const on = (day: string, time = '08:00') => `2026-${day}T${time}:00Z`;
const weigh = (group: number, kind: string, day: string, heads: number, kg: number, more = {}) =>
  owner().post(WEIGHTS, { group, kind, at: on(day), heads, kg, ...more });
const refused = async (answer: ReturnType<typeof weigh>) => {
  const { status, errors } = await answer;
  return [status, codes(errors)];
};

test('animals arrive, are weighed, die and leave; each row shows the heads after it, and history contains the changes', async ({ api }) => {
  const group = await newGroup();
  const came = (await weigh(group, 'in', '01-05', 40, 12_000, { price: 68.5, cost: 1200.5 })).data;
  expect(came).toMatchObject({ group, farm: farm.farm, day: '2026-01-05', kind: 'in', heads: 40, kg: 12_000, price: 68.5, on_hand: 40 });
  expect((await weigh(group, 'out', '03-01', 10, 4_500)).data).toMatchObject({ on_hand: 30, price: null, cost: null });
  // An entry made late falls between the two, and changes the heads after the later one.
  expect((await weigh(group, 'death', '02-01', 1, 0)).data).toMatchObject({ on_hand: 39 });
  expect((await weigh(group, 'check', '02-02', 12, 4_800)).data).toMatchObject({ on_hand: 39 });
  const listed = await owner().get(`${WEIGHTS}?group=${group}&ordering=at`);
  expect(listed.data.map((row: { kind: string; on_hand: number }) => [row.kind, row.on_hand])).toEqual([
    ['in', 40],
    ['death', 39],
    ['check', 39],
    ['out', 29],
  ]);
  expect((await owner().get(`${WEIGHTS}?group=${group}&kind=check,death&day_after=2026-02-02`)).count).toBe(1);
  expect((await owner().put(`${WEIGHTS}${came.id}/`, { kg: 12_100, version: came.version })).data).toMatchObject({
    kg: 12_100,
    version: 2,
  });
  const { rows } = await sql<{ before: { kg: number; on_hand?: number } }>`
    select before from history where resource = 'weights' and resource_id = ${came.id} and type = 'update'`.execute(
    api.database.forClient(farm.client.id),
  );
  expect(rows).toMatchObject([{ before: { kg: 12_000 } }]);
  expect(rows[0]?.before).not.toHaveProperty('on_hand');
});

test('the moment uses the farm’s own day, and defaults to now', async () => {
  const group = await newGroup();
  // 23:30 in Greenwich is the next day in Kyiv.
  const late = await owner().post(WEIGHTS, { group, kind: 'in', at: '2026-01-31T23:30:00Z', heads: 1, kg: 300 });
  expect(late.data.day).toBe('2026-02-01');
  expect((await owner().post(WEIGHTS, { group, kind: 'check', heads: 1, kg: 310 })).data).toMatchObject({ day: '2026-03-10' });
});

test('an impossible weight is refused at its field', async () => {
  const group = await newGroup();
  expect(await refused(weigh(group, 'in', '01-05', 10, 15_000.001))).toEqual([400, { kg: [8, 15_000] }]);
  expect(await refused(weigh(group, 'in', '01-05', 10, 9.999))).toEqual([400, { kg: ['min_val', 10] }]);
  expect(await refused(weigh(group, 'in', '01-05', 10, 0))).toEqual([400, { kg: ['min_val', 10] }]);
  expect(await refused(weigh(group, 'in', '01-05', 0, 100))).toEqual([400, { heads: ['min_val', 1] }]);
  expect(await refused(weigh(group, 'bought', '01-05', 1, 100))).toEqual([400, { kind: 23 }]);
  expect(await refused(weigh(group, 'in', '03-12', 1, 100))).toEqual([400, { at: [8, '2026-03-11T07:00:00.000Z'] }]);
  expect(await refused(weigh(foreign.cowsGroup, 'in', '01-05', 1, 100))).toEqual([400, { group: 23 }]);
  await weigh(group, 'in', '01-05', 10, 3_000);
  expect(await refused(weigh(group, 'check', '01-06', 10, 3_000, { price: 1 }))).toEqual([400, { price: 23 }]);
  expect(await refused(weigh(group, 'in', '01-05', 10, 3_000))).toEqual([400, { at: 5 }]);
  expect((await owner().get(`${WEIGHTS}?group=${group}`)).count).toBe(1);
});

test('the number of animals that leave, die or are weighed never exceeds those present at that time or needed by later weighings', async () => {
  const group = await newGroup();
  // Nobody is there yet: out of order.
  expect(await refused(weigh(group, 'out', '01-05', 1, 300))).toEqual([400, { heads: [8, 0] }]);
  const came = (await weigh(group, 'in', '01-10', 20, 6_000)).data;
  expect(await refused(weigh(group, 'check', '01-09', 1, 300))).toEqual([400, { heads: [8, 0] }]);
  expect(await refused(weigh(group, 'check', '01-11', 21, 6_300))).toEqual([400, { heads: [8, 20] }]);
  const left = (await weigh(group, 'out', '02-10', 15, 6_000)).data;
  expect(await refused(weigh(group, 'death', '02-09', 6, 0))).toEqual([400, { heads: [8, 5] }]);
  expect(await refused(weigh(group, 'death', '02-11', 6, 0))).toEqual([400, { heads: [8, 5] }]);
  expect((await weigh(group, 'death', '02-11', 5, 0)).data.on_hand).toBe(0);
  const put = async (id: number, values: object) => {
    const { status, errors } = await owner().put(`${WEIGHTS}${id}/`, values);
    return [status, codes(errors)];
  };
  expect(await put(came.id, { heads: 19, kg: 6_000 })).toEqual([400, { heads: ['min_val', 20] }]);
  expect(await put(came.id, { at: on('02-20') })).toEqual([400, { at: 23 }]);
  expect(await put(came.id, { kind: 'check' })).toEqual([400, { heads: [8, 0] }]);
  expect(await put(came.id, { group: await newGroup() })).toEqual([400, { group: 23 }]);
  expect(await put(left.id, { heads: 16 })).toEqual([400, { heads: [8, 15] }]);
  expect(await put(left.id, { at: on('01-12') })).toEqual([200, {}]);
  const gone = await owner().delete(`${WEIGHTS}${came.id}/`);
  expect([gone.status, gone.errors.detail?.[0]]).toMatchObject([
    409,
    { code: 'in_use', uses: [{ resource: 'weights', id: left.id, day: '2026-01-12' }] },
  ]);
  expect((await owner().delete(`${WEIGHTS}${left.id}/`)).status).toBeLessThan(300);
});

test('an import is judged as a whole, in the order of time; an equal row updates the existing one', async () => {
  const group = await newGroup();
  const { name } = (await owner().get(`manager/groups/${group}/`)).data;
  const send = (rows: object[], more = {}) =>
    owner().post(`${WEIGHTS}import/`, { farm: farm.farm, rows: rows.map((row) => ({ group_name: name, ...row })), ...more });
  const lines = [
    { kind: 'out', at: '2026-02-20 10:00', heads: 18, kg: 8_100 },
    { kind: 'in', at: '2026-01-02', heads: 20, kg: 6_000, price: 70 },
    { kind: 'death', at: '2026-01-09', heads: 2, kg: 0 },
  ];
  expect((await send(lines, { dry_run: true })).data).toMatchObject({ created: 3, updated: 0 });
  expect((await send(lines)).data).toMatchObject({ created: 3, updated: 0, same: 0 });
  const again = [{ ...lines[0], kg: 8_200 }, ...lines.slice(1)];
  expect((await send(again)).data).toMatchObject({ created: 0, updated: 1, same: 2 });
  const over = await send([
    { kind: 'in', at: '2026-02-21', heads: 5, kg: 1_000 },
    { kind: 'out', at: '2026-02-22', heads: 6, kg: 2_000 },
    { kind: 'check', at: '2026-02-23', heads: 5, kg: 99_000 },
  ]);
  expect(codes(over.errors)).toEqual({ 'rows.1.heads': [8, 5], 'rows.2.kg': [8, 7_500] });
  expect((await owner().get(`${WEIGHTS}?group=${group}`)).count).toBe(3);
});

test('a closed month keeps its weights', async () => {
  const group = await newGroup();
  const old = (await weigh(group, 'in', '01-05', 3, 900)).data;
  const young = (await weigh(group, 'check', '02-05', 3, 990)).data;
  await owner().post('manager/months/', { farm: farm.farm, month: '2026-01' });
  const answers = [
    await weigh(group, 'in', '01-06', 3, 900),
    await owner().put(`${WEIGHTS}${old.id}/`, { kg: 901 }),
    await owner().put(`${WEIGHTS}${old.id}/`, { at: on('02-01') }),
    await owner().put(`${WEIGHTS}${young.id}/`, { at: on('01-31') }),
    await owner().delete(`${WEIGHTS}${old.id}/`),
  ];
  expect(answers.map(({ status, errors }) => [status, Object.values(codes(errors))])).toEqual(answers.map(() => [409, ['month_closed']]));
});

test('consultants look, other clients do not', async ({ api }) => {
  const { data } = await weigh(await newGroup(), 'in', '02-20', 3, 900);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${WEIGHTS}${data.id}/`;
  expect((await consultant.caller.get(inside)).status).toBe(200);
  expect((await consultant.caller.put(inside, { kg: 1 })).status).toBe(403);
  expect((await foreign.client.owner.put(`${WEIGHTS}${data.id}/`, { kg: 1 })).status).toBe(404);
});

test('weights before a closed month are refused like weights in it, and its closeout stays', async ({ api }) => {
  const own = await makeReadyFarm(api);
  const caller = own.client.owner;
  const body = (kind: string, day: string, kg: number) => ({ group: own.heifers, kind, at: on(day), heads: 40, kg });
  const came = await make(caller, WEIGHTS, body('in', '01-05', 12_000));
  await make(caller, WEIGHTS, body('check', '02-20', 14_000));
  await make(caller, 'manager/months/', { farm: own.farm, month: '2026-02' });
  const closeout = async () =>
    (await caller.get(`report/closeout/make/?farm=${own.farm}&planned_on_after=2026-02-01&planned_on_before=2026-02-28`)).data.totals;
  const before = await closeout();
  const answers = [
    await caller.post(WEIGHTS, body('check', '01-20', 13_000)),
    await caller.post(WEIGHTS, body('check', '02-10', 13_000)),
    await caller.put(`${WEIGHTS}${came.id}/`, { kg: 11_000 }),
    await caller.delete(`${WEIGHTS}${came.id}/`),
  ];
  expect(answers.map(({ status, errors }) => [status, Object.values(errors as object).flat()[0].code])).toEqual(
    Array(4).fill([409, 'month_closed']),
  );
  expect((await caller.post(WEIGHTS, body('out', '03-05', 15_000))).status).toBe(201);
  expect(await closeout()).toEqual(before);
});
