import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const MILK = 'manager/milk/';
const PRICES = 'manager/milkprices/';
let farm: ReadyFarm;
let foreign: ReadyFarm;

test.override('now', `${TODAY}T07:00:00Z`);
test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  foreign = await makeReadyFarm(api);
});

const owner = () => farm.client.owner;
const day = (values: object) => ({ farm: farm.farm, group: farm.cowsGroup, day: TODAY, kg: 2_750.5, fat: 3.95, protein: 3.3, ...values });
const codes = (errors: Record<string, { code: number | string; limit?: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.limit ? [first.code, first.limit] : first?.code]));
const refused = async (values: object) => {
  const answer = await owner().post(MILK, day(values));
  return [answer.status, codes(answer.errors)];
};

test('a group has one milk a day, which the later figure replaces, and history keeps the earlier one', async ({ api }) => {
  const made = await make(owner(), MILK, day({}));
  expect(made).toMatchObject({ group: farm.cowsGroup, day: TODAY, kg: 2_750.5, fat: 3.95, protein: 3.3, price: null, version: 1 });
  expect(await refused({})).toEqual([400, { day: 5 }]);
  const put = async (values: object) => (await owner().put(MILK, day(values))).data;
  expect(await put({})).toEqual(made);
  expect(await put({ kg: 2_800, price: 15.25 })).toMatchObject({ id: made.id, kg: 2_800, price: 15.25, version: 2 });
  const { rows } = await sql<{ before: { kg: number }; after: { kg: number } }>`
    select before, after from history where resource = 'milk' and resource_id = ${made.id} and type = 'update'`.execute(
    api.database.forClient(farm.client.id),
  );
  expect(rows).toMatchObject([{ before: { kg: 2_750.5 }, after: { kg: 2_800 } }]);
  const listed = await owner().get(`${MILK}?farm=${farm.farm}&day_after=2026-03-01&day_before=${TODAY}`);
  expect(listed.data).toMatchObject([{ id: made.id }]);
});

test('impossible milk is refused at its field', async () => {
  const of = { day: '2026-03-09' };
  expect(await refused({ ...of, fat: 20.01 })).toEqual([400, { fat: [8, 20] }]);
  expect(await refused({ ...of, protein: 25 })).toEqual([400, { protein: [8, 20] }]);
  expect(await refused({ ...of, kg: 0 })).toEqual([400, { kg: ['min_val', 0.001] }]);
  // 100 cows give 100 kg each at most.
  expect(await refused({ ...of, kg: 10_000.001 })).toEqual([400, { kg: [8, 10_000] }]);
  expect(await refused({ day: '2026-03-11' })).toEqual([400, { day: [8, TODAY] }]);
  expect(await refused({ ...of, group: foreign.cowsGroup })).toEqual([400, { group: 23 }]);
  const empty = await make(owner(), 'manager/groups/', { farm: farm.farm, name: 'Nobody', animal_type: farm.cows, animal_count: 0 });
  expect(await refused({ ...of, group: empty.id, kg: 1 })).toEqual([400, { kg: 8 }]);
});

test('a day has the milk of the farm or of its groups', async () => {
  expect(await refused({ group: null })).toEqual([400, { group: 'milk_of_both' }]);
  const whole = await make(owner(), MILK, day({ group: null, day: '2026-03-08' }));
  expect(whole).toMatchObject({ group: null, group_name: null });
  expect(await refused({ day: '2026-03-08' })).toEqual([400, { group: 'milk_of_both' }]);
  const rows = [
    { day: '2026-03-07', kg: 100, fat: 4, protein: 3 },
    { day: '2026-03-07', group: farm.cowsGroup, kg: 100, fat: 4, protein: 3 },
  ];
  const both = await owner().post(`${MILK}import/`, { farm: farm.farm, rows });
  expect(codes(both.errors)).toEqual({ 'rows.0.group_name': 'milk_of_both', 'rows.1.group': 'milk_of_both' });
});

test('an import updates days: the columns that it has change, the others stay, and it is all or nothing', async () => {
  const { name } = (await owner().get(`manager/groups/${farm.heifers}/`)).data;
  const line = (on: string, values: object = {}) => ({ group_name: name, day: on, kg: 500, fat: 4.1, protein: 3.4, ...values });
  const send = async (rows: object[], more = {}) => owner().post(`${MILK}import/`, { farm: farm.farm, rows, ...more });
  expect((await send([line('2026-03-01', { price: 14 }), line('2026-03-02')])).data).toMatchObject({ created: 2, updated: 0 });
  const again = [line('2026-03-01', { kg: 510 }), line('2026-03-02'), line('2026-03-03')];
  expect((await send(again, { dry_run: true })).data).toMatchObject({ created: 1, updated: 1, same: 1 });
  expect((await send(again)).data).toMatchObject({ created: 1, updated: 1, same: 1 });
  const { data } = await owner().get(`${MILK}?group=${farm.heifers}&ordering=day`);
  expect(data.map((row: { day: string; kg: number; price: number | null }) => [row.day, row.kg, row.price])).toEqual([
    ['2026-03-01', 510, 14],
    ['2026-03-02', 500, null],
    ['2026-03-03', 500, null],
  ]);
  const twice = await send([line('2026-03-04'), line('2026-03-04', { kg: 1 }), line('2026-03-05', { fat: 31 })]);
  expect(codes(twice.errors)).toEqual({ 'rows.1.day': 5, 'rows.2.fat': [8, 20] });
  expect((await owner().get(`${MILK}?group=${farm.heifers}`)).count).toBe(3);
});

test('a price holds from its day, one a farm and day; a closed month keeps its milk and prices', async () => {
  const price = { farm: farm.farm, from: '2026-03-01', base: 0.42, fat: 4.5, protein: 6, base_fat: 3.7, base_protein: 3.2 };
  const made = await make(owner(), PRICES, price);
  expect(made).toMatchObject({ ...price, version: 1 });
  expect(codes((await owner().post(PRICES, price)).errors)).toEqual({ from: 5 });
  expect(codes((await owner().post(PRICES, { ...price, from: '2026-03-02', base_fat: 21 })).errors)).toEqual({ base_fat: [8, 20] });
  const rows = [{ from: '2026-03-01', base: 0.45 }];
  expect(
    (await owner().post(`${PRICES}import/`, { farm: farm.farm, rows: [{ ...price, farm: undefined, ...rows[0] }] })).data,
  ).toMatchObject({
    updated: 1,
  });
  expect((await owner().get(`${PRICES}${made.id}/`)).data).toMatchObject({ base: 0.45, fat: 4.5, base_fat: 3.7 });

  const january = await make(owner(), MILK, day({ day: '2026-01-31' }));
  await owner().post('manager/months/', { farm: farm.farm, month: '2026-01' });
  const answers = [
    await owner().post(MILK, day({ day: '2026-01-30' })),
    await owner().put(`${MILK}${january.id}/`, { kg: 1 }),
    await owner().put(`${MILK}${january.id}/`, { day: '2026-02-01' }),
    await owner().delete(`${MILK}${january.id}/`),
    await owner().post(PRICES, { ...price, from: '2026-01-01' }),
    await owner().put(`${PRICES}${made.id}/`, { from: '2026-01-15' }),
  ];
  expect(answers.map(({ status, errors }) => [status, errors.detail?.[0]?.code])).toEqual(answers.map(() => [409, 'month_closed']));
});

test('consultants look, other clients do not', async ({ api }) => {
  const made = await make(owner(), MILK, day({ day: '2026-02-20' }));
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${MILK}`;
  expect((await consultant.caller.get(`${inside}${made.id}/`)).status).toBe(200);
  expect((await consultant.caller.put(inside, day({ day: '2026-02-20' }))).status).toBe(403);
  expect((await foreign.client.owner.put(`${MILK}${made.id}/`, { kg: 1 })).status).toBe(404);
  expect((await foreign.client.owner.put(MILK, day({ day: '2026-02-20' }))).status).toBe(400);
});
