import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const path = 'report/shares/';
const NOW = '2026-04-10T07:00:00Z';
const test = base.override({ now: NOW });
test.beforeAll(async ({ farm }) => {
  await makeSchedule(farm, '2026-04-09');
});
test.beforeEach(({ api, farm }) => moveTo(api, farm, NOW));

const owner = (farm: ReadyFarm) => farm.client.owner;
const filters = (farm: ReadyFarm) => ({
  farm: [String(farm.farm)],
  group: [String(farm.cowsGroup)],
  planned_on_after: '2026-04-08',
  planned_on_before: '2026-04-09',
});
const share = (farm: ReadyFarm, values: object = {}, caller = owner(farm)) =>
  make(caller, path, { report: 'planfeed', filters: filters(farm), until: '2026-04-20', ...values });
const getSecret = ({ url }: Record<string, unknown>) => String(url).split('/').at(-1)!;
const lookUp = (api: TestApi, secret: string, language = 'en') => api.nobody.post('report/shared/look/', { secret, language });

test('anyone with the address reads the report with its filters, without signing in, in their language', async ({ api, farm }) => {
  const made = await share(farm);
  expect(made).toMatchObject({ report: 'planfeed', until: '2026-04-20', expires_at: '2026-04-20T21:00:00Z', opened_at: null });
  expect(made.url).toMatch(/\/shared\/\d+-\d+-[\w-]{43}$/);
  const own = (
    await owner(farm).get(
      `report/planfeed/?farm=${farm.farm}&group=${farm.cowsGroup}&planned_on_after=2026-04-08&planned_on_before=2026-04-09`,
    )
  ).data;
  const { data } = await lookUp(api, getSecret(made), 'de');
  expect(data).toMatchObject({ until: '2026-04-20', report: { author_name: 'Test client', count: own.rows.length, units: 'kg' } });
  expect(data.report.data.rows).toEqual(own.rows);
  expect(data.report.data.rows).toHaveLength(1);
  expect(data.report.title).not.toBe((await lookUp(api, getSecret(made), 'uk')).data.report.title);
  expect(data.report.lines[1].value).toContain('08.04.2026');
  expect((await owner(farm).get(`${path}${made.id}/`)).data.opened_at).toBe(NOW);
});

test('a share ends after its last day, by the farm’s clock, and immediately when revoked; then only its author is shown', async ({
  api,
  farm,
}) => {
  const made = await share(farm);
  api.setNow('2026-04-20T20:59:59Z');
  expect((await lookUp(api, getSecret(made))).data.report).not.toBeNull();
  api.setNow('2026-04-20T21:00:00Z');
  const ended = (await lookUp(api, getSecret(made))).data;
  expect([ended.until, ended.report]).toEqual(['2026-04-20', null]);
  expect(ended.client_name).toMatch(/^Client /);
  await moveTo(api, farm, NOW);
  const other = await share(farm);
  await owner(farm).delete(`${path}${other.id}/`);
  expect((await lookUp(api, getSecret(other))).data).toMatchObject({ until: null, report: null });
});

test('a secret that is none opens nothing, and guessing is stopped', async ({ api, farm }) => {
  const secret = getSecret(await share(farm));
  const [client, id, seal] = /^(\d+)-(\d+)-(.*)$/.exec(secret)!.slice(1);
  for (const wrong of ['x', `${client}-${Number(id) + 1}-${seal}`, `${Number(client) + 1}-${id}-${seal}`]) {
    expect((await lookUp(api, wrong)).status).toBe(404);
  }
  const statuses = new Set<number>();
  for (let guess = 0; guess < 70; guess += 1) statuses.add((await lookUp(api, `guess-${guess}`)).status);
  expect(statuses).toEqual(new Set([404, 429]));
  api.setNow('2026-04-10T07:02:00Z');
  expect((await lookUp(api, secret)).status).toBe(200);
});

test('a share shows nothing that its author may no longer see', async ({ api, farm }) => {
  const { id: group } = await make(owner(farm), 'perm/groups/', {
    name: 'Reports',
    permissions: [{ module: 'manger', name: 'planfeed', view: true, add: false, change: false, delete: false }],
  });
  const reader = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group });
  const made = await share(farm, {}, reader.caller);
  expect((await lookUp(api, getSecret(made))).data.report).not.toBeNull();
  expect((await reader.caller.post(path, { report: 'inout', filters: filters(farm), until: '2026-04-20' })).status).toBe(403);
  await owner(farm).put(`perm/groups/${group}/`, { permissions: [] });
  expect((await lookUp(api, getSecret(made))).data.report).toBeNull();

  const mine = await share(farm);
  await sql`update client set locked = true where id = ${farm.client.id}`.execute(api.database.acrossClients());
  expect((await lookUp(api, getSecret(mine))).status).toBe(404);
  await sql`update client set locked = false where id = ${farm.client.id}`.execute(api.database.acrossClients());
});

test('everybody sees and ends their own; the owner those of all; a stranger none', async ({ api, farm }) => {
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${path}`;
  const { data: theirs } = await consultant.caller.post(inside, { report: 'planfeed', filters: filters(farm), until: '2026-04-20' });
  const mine = await share(farm);
  const listIds = (rows: { id: number }[]) => rows.map(({ id }) => id);
  expect(listIds((await consultant.caller.get(inside)).data)).toEqual([theirs.id]);
  expect((await consultant.caller.delete(`${inside}${mine.id}/`)).status).toBe(404);
  expect(listIds((await owner(farm).get(path)).data)).toEqual(expect.arrayContaining([mine.id, theirs.id]));
  expect((await owner(farm).delete(`${path}${theirs.id}/`)).status).toBe(204);
  const stranger = await makeReadyFarm(api);
  expect(listIds((await stranger.client.owner.get(path)).data)).toEqual([]);
});

test('an invalid share is refused at its field: an unknown report, a stranger’s farm, a past day or one too far ahead', async ({
  farm,
}) => {
  const refused = async (values: object) => {
    const { status, errors } = await owner(farm).post(path, { report: 'planfeed', filters: filters(farm), until: '2026-04-20', ...values });
    return [status, Object.keys(errors)];
  };
  expect(await refused({ report: 'nothing' })).toEqual([404, ['detail']]);
  expect(await refused({ filters: { ...filters(farm), farm: ['999999'] } })).toEqual([400, ['farm']]);
  expect(await refused({ filters: {} })).toEqual([400, ['planned_on_after', 'planned_on_before']]);
  expect(await refused({ until: '2026-04-09' })).toEqual([400, ['until']]);
  expect(await refused({ until: '2027-05-01' })).toEqual([400, ['until']]);
  expect((await owner(farm).post(path, { report: 'planfeed', filters: filters(farm), until: '2026-04-10' })).status).toBe(201);
});
