import { sql } from 'kysely';
import { expect } from 'vitest';
import { dayAt } from '#common/format/clock.ts';
import {
  deliver,
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let silage: number;
let grain: number;
const path = 'manager/rations/';

test.beforeAll(async ({ client, at }) => {
  silage = (await makeIngredient(client.owner, at, { dry_matter: 34, price: 1.5 })).id;
  grain = (await makeIngredient(client.owner, at, { dry_matter: 87, price: 8 })).id;
});

const mix = (first: number, second: number) => [
  { ingredient: silage, percent: first },
  { ingredient: grain, percent: second },
];
const post = (client: TestClient, at: TestFarm, values: object) =>
  client.owner.post(path, { farm: at.farm, name: `R ${Math.random()}`, items: mix(70, 30), ...values });

test('dry matter and price follow from the ingredients: their cost, or their list price', async ({ client, at }) => {
  const ration = await makeRation(client.owner, at, mix(70, 30));
  expect(ration).toMatchObject({ rounding: 1, dry_matter: 49.9, humidity: 50.1, price: 3.45, items: mix(70, 30) });
  const bought = (await makeIngredient(client.owner, at, { price: 100, dry_matter: 50 })).id;
  await deliver(client.owner, at, bought, 10, 6);
  const other = await makeRation(client.owner, at, [{ ingredient: bought, percent: 100 }]);
  expect(other.price).toBe(6);
  expect((await client.owner.get(`${path}?ordering=-price&farm=${at.farm}`)).data[0].id).toBe(other.id);
  expect((await client.owner.get(`${path}?ingredient=${bought}`)).data.map((row: { id: number }) => row.id)).toEqual([other.id]);
  expect((await client.owner.get(`${path}list/`)).data.find((row: { id: number }) => row.id === other.id)).toEqual({
    id: other.id,
    name: other.name,
    farm: at.farm,
    farm_name: other.farm_name,
    rounding: 1,
    dry_matter: 50,
    price: 6,
    template: false,
  });
});

test.for([
  ['percent_sum', 'items', () => mix(70, 29.99)],
  ['percent_sum', 'items', () => mix(70, 30.01)],
  [
    23,
    'items.1.ingredient',
    () => [
      { ingredient: silage, percent: 50 },
      { ingredient: silage, percent: 50 },
    ],
  ],
  [23, 'items.0.ingredient', () => [{ ingredient: 999_999, percent: 100 }]],
  [3, 'items', () => []],
  [1, 'items.0.percent', () => [{ ingredient: silage, percent: 33.333 }]],
  ['min_val', 'items.0.percent', () => mix(0, 100)],
] as const)('items are refused with %s at %s', async ([code, field, items], { client, at }) => {
  const answer = await post(client, at, { items: items() });
  expect(answer.status).toBe(400);
  expect(answer.errors[field]?.[0]?.code).toBe(code);
});

test('33.33 + 33.33 + 33.34 is a hundred', async ({ client, at }) => {
  const third = (await makeIngredient(client.owner, at)).id;
  const items = [...mix(33.33, 33.33), { ingredient: third, percent: 33.34 }];
  expect((await post(client, at, { items })).status).toBe(201);
});

test('a feed in a stock that the company shares serves each of its farms, and no other', async ({ client, at }) => {
  const stock = (await make(client.owner, 'manager/stocks/', { company: at.company, name: 'Shared by rations' })).id;
  const shared = (await makeIngredient(client.owner, { ...at, stock })).id;
  const sister = (await make(client.owner, 'manager/farms/', { company: at.company, name: 'Sister' })).id;
  const stranger = await makeFarm(client.owner);
  const items = [{ ingredient: shared, percent: 100 }];
  expect((await post(client, at, { farm: sister, items })).status).toBe(201);
  expect((await post(client, at, { farm: sister })).errors['items.0.ingredient']?.[0]?.code).toBe(23);
  expect((await post(client, at, { farm: stranger.farm, items })).errors['items.0.ingredient']?.[0]?.code).toBe(23);
});

test('a change keeps unnamed fields, stores the versions before, and refuses a stale version', async ({ client, at }) => {
  const ration = await makeRation(client.owner, at, mix(70, 30));
  const changed = await client.owner.put(`${path}${ration.id}/`, { items: mix(60, 40), version: ration.version });
  expect(changed.data).toMatchObject({ name: ration.name, items: mix(60, 40), version: 2 });
  const stale = await client.owner.put(`${path}${ration.id}/`, { name: 'Late', version: ration.version });
  expect([stale.status, stale.errors.version?.[0]?.code]).toEqual([409, 'stale_version']);
  const [update, create] = (await client.owner.get(`history/rations/?id=${ration.id}`)).data;
  expect([create.type, create.before, create.after.items]).toEqual(['create', null, ration.items]);
  expect([update.type, update.before.items, update.after.items]).toEqual(['update', ration.items, changed.data.items]);
});

test('a ration of an active period or a waiting day can’t be deleted; afterwards it can', async ({ api, client, at }) => {
  const ration = await makeRation(client.owner, at, mix(50, 50));
  const [mixer, group] = [await makeMixer(client.owner, at), await makeGroup(client.owner, at)];
  const db = api.database.forClient(client.id);
  const { rows } = await sql<{ id: number }>`
    with p as (insert into period (client_id, farm_id, name, start_time, end_time, active) values (${client.id}, ${at.farm}, 'Morning', '06:00', '11:00', true) returning id),
    j as (insert into period_job (client_id, period_id, ration_id, mixer_id, position) select ${client.id}, id, ${ration.id}, ${mixer.id}, 0 from p returning id, period_id)
    insert into period_job_group (client_id, job_id, group_id, weight_per_head, position) select ${client.id}, id, ${group.id}, 40, 0 from j
    returning (select id from p) as id`.execute(db);
  for (const used of [`${path}${ration.id}/`, `manager/mixers/${mixer.id}/`, `manager/groups/${group.id}/`]) {
    const refused = await client.owner.delete(used);
    expect([refused.status, refused.errors.detail?.[0]?.code, refused.errors.detail?.[0]?.values]).toEqual([409, 'in_use', ['Morning']]);
  }
  await sql`update period set active = false, deleted = true where id = ${rows[0]?.id}`.execute(db);
  for (const free of [`${path}${ration.id}/`, `manager/mixers/${mixer.id}/`, `manager/groups/${group.id}/`]) {
    expect((await client.owner.delete(free)).status).toBe(204);
  }
  expect((await client.owner.get(`history/rations/?id=${ration.id}`)).data[0]).toMatchObject({ type: 'delete', after: null });
  expect((await post(client, at, { name: ration.name })).status).toBe(201);
});

test('a day that still waits for a ration keeps it, and its mixer', async ({ client, at }) => {
  const ration = await makeRation(client.owner, at, mix(50, 50));
  const [mixer, group] = [await makeMixer(client.owner, at), await makeGroup(client.owner, at)];
  const planned_on = dayAt(new Date(), 'Europe/Kyiv');
  const groups = [{ group: group.id, weight_per_head: 10 }];
  const day = await make(client.owner, 'schedule/schedules/', { farm: at.farm, planned_on, ration: ration.id, mixer: mixer.id, groups });
  const used = [`${path}${ration.id}/`, `manager/mixers/${mixer.id}/`, `manager/groups/${group.id}/`];
  for (const one of used) expect((await client.owner.delete(one)).errors.detail?.[0]?.values).toEqual([planned_on]);
  expect((await client.owner.delete(`schedule/schedules/${day.id}/`)).status).toBe(204);
  for (const one of used) expect((await client.owner.delete(one)).status).toBe(204);
});

test('only those with the right change rations', async ({ api, client, at }) => {
  const ration = await makeRation(client.owner, at, mix(50, 50));
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/${path}`;
  expect((await consultant.caller.get(`${inside}${ration.id}/`)).status).toBe(200);
  expect((await consultant.caller.put(`${inside}${ration.id}/`, { name: 'Mine' })).status).toBe(403);
  const other = await makeClient(api);
  const otherFarm = await makeFarm(other.owner);
  expect((await other.owner.get(`${path}${ration.id}/`)).status).toBe(404);
  const theft = await other.owner.post(path, { farm: otherFarm.farm, name: 'Theft', items: mix(50, 50) });
  expect(theft.errors['items.0.ingredient']?.[0]?.code).toBe(23);
});

test('the reason of a save is in the history with its author, and not in the ration', async ({ client, at }) => {
  const ration = await makeRation(client.owner, at, mix(70, 30));
  const reason = 'Least cost: 3.45 → 3.30';
  const { status, data } = await client.owner.put(`${path}${ration.id}/`, { items: mix(80, 20), reason, version: ration.version });
  expect([status, data]).toEqual([200, expect.not.objectContaining({ reason })]);
  await client.owner.put(`${path}${ration.id}/`, { rounding: 2 });
  const { data: versions } = await client.owner.get(`history/rations/?id=${ration.id}&ordering=at`);
  expect(versions.map(({ after }: { after: { reason?: string } }) => after.reason)).toEqual([undefined, reason, undefined]);
  expect(new Set(versions.map(({ user }: { user: number }) => user)).size).toBe(1);
  const long = await client.owner.put(`${path}${ration.id}/`, { reason: 'x'.repeat(301) });
  expect([long.status, Object.keys(long.errors)]).toEqual([400, ['reason']]);
});
