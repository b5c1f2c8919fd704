import { expect } from 'vitest';
import { make, makeAccount, makeClient, makeFarm, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'report/additional/';
const template = {
  headings: { date: 'Date of issue', released: 'O\'Neill\'s "release"; =SUM(A1)' },
  order: ['number', 'date', 'released'],
  accounts: { debit: '23', credit: '208', ingredient_12: '208/4' },
};

const blank = (at: TestFarm, values: object = {}) => ({ farm: at.farm, kind: 'blank', name: 'Waybill', report_type: 'form8', ...values });
const code = (answer: { status: number; errors?: Record<string, { code: unknown }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`),
];

test('a blank keeps the header that it prints instead of the farm’s, and its template', async ({ client, at }) => {
  const header = { accountant: 'Olena Vymyshlena', destination: '' };
  const made = await make(client.owner, path, blank(at, { header, template }));
  expect(made).toMatchObject({ kind: 'blank', report_type: 'form8', version: 1 });
  expect((await client.owner.get(`${path}${made.id}/`)).data).toEqual({ ...made, header, template, filters: {} });
  const headings = { date: 'Date' };
  const changed = await client.owner.put(`${path}${made.id}/`, { template: { ...template, headings }, version: 1 });
  expect(changed.data).toMatchObject({ header, version: 2 });
  expect(changed.data.template).toEqual({ ...template, headings });
  expect(code(await client.owner.put(`${path}${made.id}/`, { name: 'Late', version: 1 }))).toEqual([409, 'version stale_version']);
});

test('a saved filter keeps the query of its report', async ({ client, at }) => {
  const filters = { planned_on_after: '2026-03-01', ration: [1, 2], status: ['loaded'], price_basis: 'today', loaded_time_min: 30 };
  const made = await make(client.owner, path, { farm: at.farm, kind: 'filter', name: 'Spring', report_type: 'planfeed', filters });
  expect((await client.owner.get(`${path}${made.id}/`)).data.filters).toEqual(filters);
});

test('the days of a filter are fixed or relative, not both, and a monthly form moves by months', async ({ client, at }) => {
  const kept = (report_type: string, filters: object) =>
    client.owner.post(path, { farm: at.farm, kind: 'filter', name: `${report_type} ${JSON.stringify(filters)}`, report_type, filters });
  expect((await kept('planfeed', { period: 'last_week', ration: [1] })).data.filters).toEqual({ period: 'last_week', ration: [1] });
  expect((await kept('form9', { period: 'last_month', blank: [1] })).status).toBe(201);
  expect((await kept('form8', { period: 'yesterday' })).status).toBe(201);
  expect(code(await kept('form9', { period: 'last_week' }))).toEqual([400, 'filters.period 23']);
  expect(code(await kept('planfeed', { period: 'fortnight' }))).toEqual([400, 'filters.period 23']);
  expect(code(await kept('planfeed', { period: ['today'] }))).toEqual([400, 'filters.period 23']);
  expect(code(await kept('planfeed', { period: 'today', planned_on_after: '2026-03-01' }))).toEqual([400, 'filters.planned_on_after 23']);
  expect(code(await kept('form9', { period: 'this_month', month: '2026-03' }))).toEqual([400, 'filters.month 23']);
});

test('lists by farm, kind and report type', async ({ client }) => {
  const farm = (await makeFarm(client.owner)).farm;
  for (const [kind, name, report_type] of [
    ['blank', 'A', 'form8'],
    ['blank', 'B', 'form9'],
    ['filter', 'A', 'planfeed'],
  ]) {
    await make(client.owner, path, { farm, kind, name, report_type });
  }
  const names = async (query: string) =>
    (await client.owner.get(`${path}?farm=${farm}&${query}`)).data.map((row: { kind: string; name: string }) => `${row.kind} ${row.name}`);
  expect(await names('')).toEqual(['blank A', 'blank B', 'filter A']);
  expect(await names('kind=filter')).toEqual(['filter A']);
  expect(await names('report_type=form8,planfeed')).toEqual(['blank A', 'filter A']);
  expect((await client.owner.get(`${path}list/?farm=${farm}&report_type=form9`)).data).toEqual([
    { id: expect.any(Number), name: 'B', farm, kind: 'blank', report_type: 'form9' },
  ]);
});

test.for([
  [{ name: 'Waybill 2', header: { mayor: 'x' } }, 'header.mayor unknown_field', 'header 1'],
  [{ name: '' }, 'name 3'],
  [{ report_type: undefined }, 'report_type 2'],
  [{ report_type: '../make' }, 'report_type 1'],
  [{ kind: 'form' }, 'kind 23'],
  [{ farm: 999_999 }, 'farm 23'],
  [{ kind: 'filter', header: { accountant: 'x' } }, 'header 23'],
  [{ kind: 'filter', template }, 'template 23'],
  [{ template: { order: ['date', 'date'] } }, 'template.order.1 23'],
  [{ template: { accounts: { debit: 'x'.repeat(41) } } }, 'template.accounts.debit 6'],
  [{ filters: { ration: { id: 1 } } }, 'filters.ration 23'],
] as const)('an invalid field is refused at its name (%#)', async ([values, ...expected], { client, at }) => {
  expect(code(await client.owner.post(path, blank(at, values)))).toEqual([400, ...expected]);
});

test('a name is unique per farm and kind, a deletion can be undone, and the kind is fixed', async ({ client, at }) => {
  const made = await make(client.owner, path, blank(at, { name: 'Only one' }));
  expect(code(await client.owner.post(path, blank(at, { name: 'only ONE' })))).toEqual([400, 'name 5']);
  await make(client.owner, path, blank(at, { name: 'Only one', kind: 'filter' }));
  expect(code(await client.owner.put(`${path}${made.id}/`, { kind: 'filter' }))).toEqual([400, 'kind 23']);
  expect((await client.owner.delete(`${path}${made.id}/`)).status).toBe(204);
  expect((await client.owner.get(`${path}${made.id}/`)).status).toBe(404);
  expect((await client.owner.post(`${path}${made.id}/restore/`, {})).data).toMatchObject({ id: made.id, name: 'Only one' });
});

test('staff write blanks, consultants read them, others do not see them', async ({ api, client, at }) => {
  const made = await make(client.owner, path, blank(at, { name: 'Shared' }));
  const inside = `dashboard/clients/${client.id}/${path}`;
  const staff = await makeAccount(api, { user_type: 'staff', clients: [client.id] });
  expect((await staff.caller.put(`${inside}${made.id}/`, { name: 'By staff' })).status).toBe(200);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  expect((await consultant.caller.get(`${inside}${made.id}/`)).data.name).toBe('By staff');
  expect((await consultant.caller.delete(`${inside}${made.id}/`)).status).toBe(403);
  const other = await makeClient(api);
  expect((await other.owner.get(`${path}${made.id}/`)).status).toBe(404);
});
