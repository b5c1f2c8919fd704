import { expect } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

test.beforeAll(async ({ api }) => {
  await api.database
    .acrossClients()
    .insertInto('client')
    .values(Array.from({ length: 45 }, (_, n) => ({ company_name: `Meadow ${n + 1}`, info: n === 6 ? 'Three farms at the river' : '' })))
    .execute();
});

interface Listed {
  id: number;
  company_name: string;
}
const page = (root: Caller, n: number, rest = '') => root.get<Listed[]>(`dashboard/clients/?page=${n}&page_size=20${rest}`);

test('come in pages by name, with their count, each client once', async ({ root }) => {
  const pages = await Promise.all([1, 2, 3, 4].map((n) => page(root, n, '&search=meadow&ordering=company_name')));
  expect(pages.map(({ count, data }) => [count, data.length])).toEqual([
    [45, 20],
    [45, 20],
    [45, 5],
    [45, 0],
  ]);
  const names = pages.flatMap(({ data }) => data.map(({ company_name }) => company_name));
  expect(new Set(names).size).toBe(45);
  const whole = await root.get<Listed[]>('dashboard/clients/?page_size=100&search=meadow&ordering=company_name');
  expect(names).toEqual(whole.data.map(({ company_name }) => company_name));
});

test('clients are found by name and notes, in upper and lower case', async ({ root }) => {
  expect((await page(root, 1, '&search=THE%20RIVER')).data.map(({ company_name }) => company_name)).toEqual(['Meadow 7']);
  expect((await page(root, 1, '&search=meadow%2045')).count).toBe(1);
  expect((await page(root, 1, '&search=%25')).count).toBe(0);
});

test('clients have a unique name and a limited note, and refuse stale changes', async ({ api, root }) => {
  const { id } = await makeClient(api);
  const { version } = (await root.get(`dashboard/clients/${id}/`)).data;
  const put = (body: object) => root.put(`dashboard/clients/${id}/`, body);
  expect((await put({ company_name: ' ' })).errors.company_name?.[0]?.code).toBe(3);
  expect((await put({ company_name: 'MEADOW 7' })).errors.company_name?.[0]?.code).toBe(5);
  expect((await put({ info: 'x'.repeat(2001) })).errors.info?.[0]).toMatchObject({ code: 6, limit: 2000 });
  expect((await put({ modules: [] })).errors.modules?.[0]?.code).toBe(3);
  const changed = await put({ company_name: 'Brook', info: 'Two dairies', version });
  expect(changed.data).toMatchObject({ company_name: 'Brook', info: 'Two dairies', version: version + 1 });
  expect((await put({ company_name: 'Late', version })).status).toBe(409);
});

test('clients can be assigned only to consultants and staff, who see them until they are removed', async ({ api, root }) => {
  const { id, ownerId } = await makeClient(api);
  const consultant = await makeAccount(api, { user_type: 'consultant' });
  const staff = await makeAccount(api, { user_type: 'staff' });
  const assign = (consultants: number[]) => root.put(`dashboard/clients/${id}/`, { consultants });
  const seen = async ({ caller }: typeof staff) => (await caller.get('dashboard/clients/')).data.map((row: Listed) => row.id);

  expect((await assign([consultant.id, staff.id])).data.consultants.toSorted()).toEqual([consultant.id, staff.id].toSorted());
  expect([await seen(consultant), await seen(staff)]).toEqual([[id], [id]]);
  const refused = await assign([staff.id, ownerId]);
  expect([refused.status, refused.errors['consultants.1']?.[0]?.code]).toEqual([400, 23]);
  expect((await root.get(`dashboard/clients/${id}/`)).data.consultants).toHaveLength(2);

  expect((await assign([staff.id])).data.consultants).toEqual([staff.id]);
  expect([await seen(consultant), await seen(staff)]).toEqual([[], [id]]);
  for (const { caller } of [consultant, staff]) expect((await caller.put(`dashboard/clients/${id}/`, { info: 'x' })).status).toBe(403);
});

test('block their users while locked, and admit them again after unlocking', async ({ api, root }) => {
  const { id, owner } = await makeClient(api);
  const { email } = (await owner.get('auth/me/')).data;
  const lock = (locked: boolean) => root.put(`dashboard/clients/${id}/`, { locked });
  expect((await lock(true)).data.locked).toBe(true);
  expect((await owner.get('manager/companies/')).status).toBe(401);
  await expect(api.signIn(email)).rejects.toThrow();
  await lock(false);
  expect((await (await api.signIn(email)).get('manager/companies/')).status).toBe(200);
});

test('clients have a currency of the list; a change converts nothing and reaches every screen', async ({ api, root }) => {
  const { id, owner } = await makeClient(api);
  const put = (currency: string) => root.put(`dashboard/clients/${id}/`, { currency });
  expect((await put('XYZ')).errors.currency?.[0]?.code).toBe(23);
  expect((await put('RON')).data).toMatchObject({ currency: 'RON', weighs_in_pounds: false });
  for (const language of ['us', 'ro', 'uk']) expect((await owner.put('auth/me/', { language })).data.currency).toBe('RON');
});

test('keep their currency while a month is closed', async ({ api, root }) => {
  const { id, owner } = await makeClient(api);
  const { farm } = await makeFarm(owner);
  const month = { farm, month: '2026-01' };
  await make(owner, 'manager/months/', month);
  const put = (values: object) => root.put(`dashboard/clients/${id}/`, values);
  const refused = await put({ currency: 'EUR' });
  expect([refused.status, refused.errors.currency?.[0]]).toMatchObject([409, { code: 'month_closed', values: ['2026-01'] }]);
  expect((await put({ currency: 'UAH', info: 'The same currency' })).status).toBe(200);
  expect((await owner.post('manager/months/reopen/', { ...month, reason: 'Another currency' })).status).toBe(200);
  expect((await put({ currency: 'EUR' })).data.currency).toBe('EUR');
});
