import { expect } from 'vitest';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const OWNERS = 'manager/groupowners/';
const LINES = 'manager/ownerlines/';
let farm: ReadyFarm;
let foreign: ReadyFarm;

test.override('now', '2026-03-10T07:00:00Z');
test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  foreign = await makeReadyFarm(api);
});

const owner = () => farm.client.owner;
let made = 0;
const newCompany = async () => (await make(owner(), 'manager/deliveries/companies/', { name: `Ranch ${made++}` })).id as number;
const newGroup = async () =>
  (await make(owner(), 'manager/groups/', { farm: farm.farm, name: `Pen ${made++}`, animal_type: farm.cows, animal_count: 40 }))
    .id as number;
const codes = (errors: Record<string, { code: number | string; limit?: number | string }[]> = {}) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, [first]]) => [field, first?.limit === undefined ? first?.code : [first.code, first.limit]]),
  );
const refused = async (path: string, body: object) => {
  const { status, errors } = await owner().post(path, body);
  return [status, codes(errors)];
};

test('a group has an owner from a day on, and history contains each change', async () => {
  const [group, company] = [await newGroup(), await newCompany()];
  const row = await make(owner(), OWNERS, { group, owner: company, from: '2026-02-01', markup: 8.5, yardage: 12.35 });
  expect(row).toMatchObject({ group, farm: farm.farm, owner: company, from: '2026-02-01', markup: 8.5, yardage: 12.35, version: 1 });
  const own = await make(owner(), OWNERS, { group, from: '2026-02-20' });
  expect(own).toMatchObject({ owner: null, owner_name: null, markup: 0, yardage: 0 });
  const changed = await owner().put(`${OWNERS}${row.id}/`, { markup: 9, version: row.version });
  expect(changed.data).toMatchObject({ markup: 9, yardage: 12.35, version: 2 });
  const history = (await owner().get(`history/groupowners/?id=${row.id}`)).data;
  expect(history.map(({ type }: { type: string }) => type)).toEqual(['update', 'create']);
  expect((await owner().get(`${OWNERS}?owner=${company}`)).data).toMatchObject([{ id: row.id }]);
  // The animals become the farm's own: the terms end.
  expect((await owner().put(`${OWNERS}${row.id}/`, { owner: null })).data).toMatchObject({ owner: null, markup: 0, yardage: 0 });
});

test('wrong values are refused at their field', async () => {
  const [group, company] = [await newGroup(), await newCompany()];
  const body = { group, owner: company, from: '2026-02-01' };
  expect(await refused(OWNERS, { ...body, markup: -1 })).toEqual([400, { markup: 9 }]);
  expect(await refused(OWNERS, { ...body, markup: 1000.5 })).toEqual([400, { markup: [8, 1000] }]);
  expect(await refused(OWNERS, { ...body, yardage: 0.005 })).toEqual([400, { yardage: 1 }]);
  expect(await refused(OWNERS, { ...body, from: 'May' })).toEqual([400, { from: 1 }]);
  expect(await refused(OWNERS, { ...body, group: foreign.cowsGroup })).toEqual([400, { group: 23 }]);
  expect(await refused(OWNERS, { ...body, owner: 999_999 })).toEqual([400, { owner: 23 }]);
  expect(await refused(OWNERS, { group, from: '2026-02-01', markup: 5 })).toEqual([400, { markup: 23 }]);
  await make(owner(), OWNERS, body);
  expect(await refused(OWNERS, body)).toEqual([400, { from: 5 }]);
});

test('an owner without a group on the farm gets no line', async () => {
  const company = await newCompany();
  const line = { farm: farm.farm, owner: company, day: '2026-02-10', text: 'Medicine', amount: 120.5 };
  expect(await refused(LINES, line)).toEqual([400, { owner: 'owner_without_groups' }]);
  await make(owner(), OWNERS, { group: await newGroup(), owner: company, from: '2026-02-11' });
  expect(await refused(LINES, line)).toEqual([400, { owner: 'owner_without_groups' }]);
  expect(await refused(LINES, { ...line, day: '2026-02-11', amount: 0 })).toEqual([400, { amount: 23 }]);
  expect(await refused(LINES, { ...line, day: '2026-02-11', text: '' })).toEqual([400, { text: 3 }]);
  const credit = await make(owner(), LINES, { ...line, day: '2026-02-11', amount: -20 });
  expect(credit).toMatchObject({ owner: company, farm: farm.farm, amount: -20, text: 'Medicine' });
  expect((await owner().delete(`manager/deliveries/companies/${company}/`)).errors.detail?.[0]).toMatchObject({
    code: 'in_use',
    uses: [{ resource: 'groupowners' }, { resource: 'ownerlines', id: credit.id }],
  });
});

test('a closed month keeps its owners and lines, and the refusal names the field of the day', async ({ api }) => {
  const closed = await makeReadyFarm(api);
  const caller = closed.client.owner;
  const company = (await make(caller, 'manager/deliveries/companies/', { name: 'Ranch' })).id;
  const body = (from: string) => ({ group: closed.cowsGroup, owner: company, from, markup: 5 });
  const line = (day: string) => ({ farm: closed.farm, owner: company, day, text: 'Vet', amount: 10 });
  const old = await make(caller, OWNERS, body('2026-01-05'));
  const young = await make(caller, OWNERS, body('2026-02-05'));
  const oldLine = await make(caller, LINES, line('2026-01-06'));
  const youngLine = await make(caller, LINES, line('2026-02-06'));
  await make(caller, 'manager/months/', { farm: closed.farm, month: '2026-01' });
  const answers = [
    await caller.post(OWNERS, body('2026-01-20')),
    await caller.put(`${OWNERS}${old.id}/`, { markup: 6 }),
    await caller.put(`${OWNERS}${old.id}/`, { from: '2026-02-01' }),
    await caller.put(`${OWNERS}${young.id}/`, { from: '2026-01-31' }),
  ];
  expect(answers.map(({ status, errors }) => [status, codes(errors)])).toEqual(Array(4).fill([409, { from: 'month_closed' }]));
  const lines = [
    await caller.post(LINES, line('2026-01-20')),
    await caller.put(`${LINES}${oldLine.id}/`, { amount: 6 }),
    await caller.put(`${LINES}${youngLine.id}/`, { day: '2026-01-31' }),
  ];
  expect(lines.map(({ status, errors }) => [status, codes(errors)])).toEqual(Array(3).fill([409, { day: 'month_closed' }]));
  for (const path of [`${OWNERS}${old.id}/`, `${LINES}${oldLine.id}/`]) expect((await caller.delete(path)).status).toBe(409);
  for (const path of [`${OWNERS}${young.id}/`, `${LINES}${youngLine.id}/`]) expect((await caller.delete(path)).status).toBe(204);
});

test('a file adds owners, and a row of the same group and day updates its row', async () => {
  const company = await newCompany();
  const owner_name = (await owner().get(`manager/deliveries/companies/${company}/`)).data.name;
  const group_name = (await owner().get(`manager/groups/${await newGroup()}/`)).data.name;
  const send = (rows: object[]) => owner().post(`${OWNERS}import/`, { farm: farm.farm, rows });
  const row = { group_name, owner_name, from: '2026-02-01', markup: 5, yardage: 3 };
  expect((await send([row, { ...row, from: '2026-02-15', owner_name: null, markup: 0, yardage: 0 }])).data).toMatchObject({ created: 2 });
  expect((await send([{ ...row, markup: 6 }])).data).toMatchObject({ created: 0, updated: 1 });
  const wrong = await send([{ ...row, owner_name: 'Nobody' }]);
  expect(codes(wrong.errors)).toEqual({ 'rows.0.owner_name': 'unknown_name' });
});

test('only those with the right to groups read and write owners', async ({ api }) => {
  const row = await make(owner(), OWNERS, { group: await newGroup(), owner: await newCompany(), from: '2026-02-01' });
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${OWNERS}${row.id}/`;
  expect((await consultant.caller.get(inside)).status).toBe(200);
  expect((await consultant.caller.put(inside, { markup: 1 })).status).toBe(403);
  const employee = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  expect((await employee.caller.get(OWNERS)).status).toBe(403);
  expect((await foreign.client.owner.put(`${OWNERS}${row.id}/`, { markup: 1 })).status).toBe(404);
});
