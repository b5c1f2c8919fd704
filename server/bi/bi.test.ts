import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { BI_VIEWS, type BiViewName } from '#contract/bi.ts';
import type { NewDatabaseAccess } from '#contract/operations/database-access.ts';
import { dropBiRole } from '#server/db/bi-roles.ts';
import { dropBiViews } from '#server/db/bi-views.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';
import { updateBiViews } from './views.ts';

const path = 'manager/database-access/';
const VIEWS = Object.keys(BI_VIEWS) as BiViewName[];
const opened: pg.Client[] = [];
const issued: Caller[] = [];

const test = base
  .override({ template: 'tiny' })
  .extend('owner', { scope: 'file' }, async ({ api }) => {
    await updateBiViews(api.url);
    return api.signIn('owner@manger.test');
  })
  .extend('neighbour', { scope: 'file' }, async ({ api, owner: _ }) => (await makeReadyFarm(api)).client);

test.afterAll(async () => {
  for (const caller of issued) await caller.delete(path);
});

async function issue(caller: Caller): Promise<NewDatabaseAccess> {
  const { status, data } = await caller.post<NewDatabaseAccess>(path, undefined);
  expect(status).toBe(201);
  issued.push(caller);
  return data;
}

/** A session of the role, as a program of analysis opens it. */
async function connectAs(api: TestApi, { role, password }: Pick<NewDatabaseAccess, 'role' | 'password'>): Promise<pg.Client> {
  const connectionString = api.url.replace(/\/\/[^@/]*@/, `//${role}:${password}@`);
  const session = new pg.Client({ connectionString });
  session.on('error', () => {});
  await session.connect();
  opened.push(session);
  return session;
}
test.afterEach(async () => {
  for (const session of opened.splice(0)) await session.end().catch(() => {});
});

const countAll = async (session: pg.Client): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const view of VIEWS) {
    const { rows } = await session.query<{ count: string }>(`select count(*) from bi.${view}`);
    counts[view] = Number(rows[0]?.count);
  }
  return counts;
};
const readFailure = (session: pg.Client, text: string): Promise<string> =>
  session.query(text).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

test('each view and each of its columns has the comment of the contract', async ({ api, owner }) => {
  const session = await connectAs(api, await issue(owner));
  const { rows } = await session.query<{ view: string; column: string | null; text: string | null }>(
    `select c.relname as view, a.attname as column, col_description(c.oid, a.attnum) as text from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where c.relnamespace = 'bi'::regnamespace
     union all select relname, null, obj_description(oid) from pg_class where relnamespace = 'bi'::regnamespace`,
  );
  const found = rows.map(({ view, column, text }) => [view, column, text]);
  const expected = Object.entries(BI_VIEWS).flatMap(([view, { description, columns }]) => [
    [view, null, description],
    ...Object.entries(columns).map(([column, text]) => [view, column, text]),
  ]);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('a role of one client sees only the rows of its client, with any settings of its session', async ({ api, owner, neighbour }) => {
  const mine = await connectAs(api, await issue(owner));
  const theirs = await connectAs(api, await issue(neighbour.owner));
  const before = await countAll(theirs);
  expect(before).toMatchObject({ farms: 1, group_days: 0, deliveries: 2 });
  const own = await countAll(mine);
  expect(Object.entries(own).filter(([, count]) => count === 0)).toEqual([]);
  const { data } = await owner.get<{ client: number }>('auth/me/');
  for (const setting of [
    `manger.client_id = '${data.client}'`,
    "manger.all_clients = 'on'",
    'search_path = public',
    "manger.move = 'on'",
  ]) {
    await theirs.query(`set ${setting}`);
  }
  expect(await countAll(theirs)).toEqual(before);
  expect(await countAll(mine)).toEqual(own);
});

test('row-level security alone binds the role to its client', async ({ api, owner, neighbour }) => {
  const { role } = await issue(neighbour.owner);
  const session = await connectAs(api, { role, password: '' });
  await session.query("set manger.all_clients = 'on'");
  const { rows } = await session.query<{ all: boolean; tenant: string }>(
    'select public.all_tenants() as all, public.tenant()::text as tenant',
  );
  expect(rows[0]).toEqual({ all: false, tenant: String(neighbour.id) });
  expect((await owner.get<{ client: number }>('auth/me/')).data.client).not.toBe(neighbour.id);
});

test('a role reads no table, writes nothing, and becomes nobody else', async ({ api, owner, neighbour }) => {
  const other = await issue(owner);
  const session = await connectAs(api, await issue(neighbour.owner));
  const { rows: tables } = await session.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')",
  );
  expect(tables.length).toBeGreaterThan(100);
  for (const { name } of tables) expect([name, await readFailure(session, `select * from public.${name}`)]).toEqual([name, '42501']);
  await session.query('set default_transaction_read_only = off; set search_path = public');
  const app = await api.database
    .acrossClients()
    .executeQuery(sql<{ role: string }>`select current_user as role`.compile(api.database.acrossClients()));
  for (const statement of [
    'delete from bi.farms',
    "update bi.groups set group_name = 'x'",
    'insert into bi.rations (ration_id) values (1)',
    'create table bi.mine (a int)',
    'create table public.mine (a int)',
    'create temporary table mine (a int)',
    'create function bi.mine() returns int language sql return 1',
    'create schema mine',
    `set role ${other.role}`,
    `set role ${app.rows[0]?.role}`,
    `set session authorization ${other.role}`,
    `alter role ${other.role} password 'x'`,
    'drop view bi.farms',
    "select public.ensure_month('2030-01-01')",
    'select public.roll_up_all_stock()',
    'select public.fill_feeding_days(1)',
    "select public.channel('manger')",
  ]) {
    // A view over several tables takes no writes of anybody.
    expect(await readFailure(session, statement), statement).toMatch(/^(42501|55000)$/);
  }
});

test('all functions run with the rights of their caller', async ({ api }) => {
  const db = api.database.acrossClients();
  const { rows } = await sql`
    select proname from pg_proc where pronamespace in ('public'::regnamespace, 'bi'::regnamespace) and prosecdef`.execute(db);
  expect(rows).toEqual([]);
});

test('a session that listens to every known channel gets no notification of a change', async ({ api, owner, neighbour }) => {
  const session = await connectAs(api, await issue(neighbour.owner));
  const heard: string[] = [];
  session.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await session.query('listen manger; listen manger_access; listen probe');
  const farm = (await owner.get('manager/farms/dashboard/')).data[0].id;
  expect((await owner.post('manager/keys/', { farm, name: 'Key of the test' })).status).toBe(201);
  await session.query("notify probe, 'end'");
  await expect.poll(() => heard).toContain('end');
  expect(heard).toEqual(['end']);
});

test('roles of no client and of a locked client see no rows', async ({ api, neighbour }) => {
  const { role } = await issue(neighbour.owner);
  const session = await connectAs(api, { role, password: '' });
  const lock = (locked: boolean) =>
    api.database.acrossClients().updateTable('client').set({ locked }).where('id', '=', neighbour.id).execute();
  await lock(true);
  expect(new Set(Object.values(await countAll(session)))).toEqual(new Set([0]));
  await lock(false);
  expect((await countAll(session)).farms).toBe(1);
  // A row that the database's administrator removed.
  await api.database.forClient(neighbour.id).deleteFrom('bi_role').where('client_id', '=', neighbour.id).execute();
  expect(new Set(Object.values(await countAll(session)))).toEqual(new Set([0]));
  await api.database
    .forClient(neighbour.id)
    .insertInto('bi_role')
    .values({ client_id: neighbour.id, name: role ?? '', created_at: new Date().toISOString(), changed_at: new Date().toISOString() })
    .execute();
});

test('a new password ends the sessions of the former one, and a revoked role can’t sign in', async ({ api, owner }) => {
  const first = await issue(owner);
  const session = await connectAs(api, first);
  const ended = new Promise((resolve) => session.once('end', resolve));
  const second = await issue(owner);
  await ended;
  expect(second.role).toBe(first.role);
  expect(second.password).not.toBe(first.password);
  expect((await owner.get(path)).data).toMatchObject({ state: 'active', role: first.role, creatable: true });
  expect((await owner.delete(path)).status).toBe(204);
  expect((await owner.get(path)).data).toMatchObject({ state: 'none', role: null });
  await expect(connectAs(api, second)).rejects.toMatchObject({ code: '28000' });
  expect((await owner.delete(path)).status).toBe(404);
  const { data } = await owner.get<{ client: number }>('auth/me/');
  const { rows } = await sql<{ type: string; name: string }>`
    select type, name from history where resource = 'bi_roles' order by id desc limit 3`.execute(api.database.forClient(data.client));
  expect(rows.map(({ type, name }) => [type, name])).toEqual([
    ['delete', first.role],
    ['update', first.role],
    ['update', first.role],
  ]);
});

test('a role that the database doesn’t know, as after a restore, is replaced by another one', async ({ api, neighbour }) => {
  const { role } = await issue(neighbour.owner);
  const db = api.database.forClient(neighbour.id);
  await db
    .updateTable('bi_role')
    .set({ name: `manger_bi_${neighbour.id}_lost` })
    .where('client_id', '=', neighbour.id)
    .execute();
  expect((await neighbour.owner.get(path)).data).toMatchObject({ state: 'missing', creatable: true });
  const next = await issue(neighbour.owner);
  expect(next).toMatchObject({ state: 'active', role: expect.not.stringMatching(/lost$/) });
  expect((await countAll(await connectAs(api, next))).farms).toBe(1);
  // The former role of the test.
  await db.transaction().execute((tx) => dropBiRole(tx, role ?? ''));
});

test('a migration drops the views and ends their sessions, and the next start restores them for the roles', async ({ api, owner }) => {
  const made = await issue(owner);
  const session = await connectAs(api, made);
  const before = await countAll(session);
  const ended = new Promise((resolve) => session.once('end', resolve));
  const app = await api.database.connection();
  await app.query('begin');
  await dropBiViews(app);
  await app.query('commit');
  await app.end();
  await ended;
  await updateBiViews(api.url);
  await updateBiViews(api.url);
  expect(await countAll(await connectAs(api, made))).toEqual(before);
});

test('the password is stored nowhere', async ({ api, owner }) => {
  const { password } = await issue(owner);
  const { data } = await owner.get<{ client: number }>('auth/me/');
  const { rows } = await sql<{ whole: string }>`
    select (select string_agg(h::text, '') from history h where resource = 'bi_roles') || (select string_agg(a::text, '') from activity a)
      || (select string_agg(r::text, '') from bi_role r) || coalesce((select string_agg(k::text, '') from idempotency_key k), '') as whole`.execute(
    api.database.forClient(data.client),
  );
  expect(rows[0]?.whole).not.toContain(password);
});

test('the role belongs to those who may change all farms', async ({ api, owner, neighbour }) => {
  await issue(owner);
  const inside = `dashboard/clients/${neighbour.id}/${path}`;
  const { caller: consultant } = await makeAccount(api, { user_type: 'consultant', clients: [neighbour.id] });
  for (const answer of [await consultant.get(inside), await consultant.post(inside, undefined), await consultant.delete(inside)]) {
    expect(answer.status).toBe(403);
  }
});

const readSums = async (session: pg.Client, text: string): Promise<Record<string, number>> => {
  const { rows } = await session.query<Record<string, string>>(text);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
};

test('sums of the views equal the reports, with stale and with rebuilt days', async ({ api, owner }) => {
  const session = await connectAs(api, await issue(owner));
  const { rows: days } = await session.query<{ first: string; last: string }>(
    'select min(day)::text as first, max(day)::text as last from bi.group_days',
  );
  const range = `planned_on_after=${days[0]?.first}&planned_on_before=${days[0]?.last}`;
  const { data } = await owner.get<{ client: number }>('auth/me/');
  const compare = async () => {
    const { totals } = (await owner.get(`report/planfeed/make/?${range}`)).data;
    const sums = await readSums(
      session,
      `select round(sum(plan_kg), 6) as plan, round(sum(waiting_kg), 6) as waiting, round(sum(not_recorded_kg), 6) as not_recorded,
         round(sum(fact_kg), 6) as fact, round(sum(deviation_kg), 6) as deviation, round(sum(dry_matter_kg), 6) as dry_matter,
         round(sum(cost), 6) as cost, round(sum(cost_of_error), 6) as unloading_cost_of_error from bi.group_days`,
    );
    for (const [name, value] of Object.entries(sums)) expect([name, value]).toEqual([name, expect.closeTo(totals[name], 4)]);
    const feeds = await readSums(
      session,
      'select round(sum(cost), 6) as cost, round(sum(dry_matter_kg), 6) as dry_matter from bi.group_feeds',
    );
    expect(feeds.cost).toBeCloseTo(totals.cost, 4);
    expect(feeds.dry_matter).toBeCloseTo(totals.dry_matter, 4);
    const unloaded = await readSums(session, 'select sum(plan_kg) as plan, sum(fact_kg) as fact from bi.feedings');
    expect(unloaded.fact).toBeCloseTo(totals.fact, 4);
    expect(unloaded.plan).toBeCloseTo(totals.plan, 4);
  };
  const db = api.database.forClient(data.client);
  const stale = async () =>
    (await sql<{ count: number }>`select count(*)::integer as count from feeding_day_due`.execute(db)).rows[0]?.count ?? 0;
  await compare();
  await rollUpDueDays(api.services);
  expect(await stale()).toBe(0);
  await compare();
  await sql`insert into feeding_day_due (client_id, farm_id, day)
    select client_id, farm_id, max(day) - 5 from feeding_day group by client_id, farm_id`.execute(db);
  expect(await stale()).toBeGreaterThan(0);
  await compare();
});

test('stock of the views equals the report of stock', async ({ api, owner }) => {
  const session = await connectAs(api, await issue(owner));
  const { rows } = await session.query<{ first: string; last: string }>(
    'select min(day)::text as first, max(day)::text as last from bi.stock_moves',
  );
  const { totals } = (await owner.get(`report/inout/make/?planned_on_after=${rows[0]?.first}&planned_on_before=${rows[0]?.last}`)).data;
  const moved = await readSums(
    session,
    `select sum(kg) filter (where kind = 'delivery') as received, sum(value) filter (where kind = 'delivery') as received_value, sum(kg) as closing
     from bi.stock_moves`,
  );
  for (const [name, value] of Object.entries(moved)) expect([name, value]).toEqual([name, expect.closeTo(totals[name], 4)]);
  const { closing, closing_value } = await readSums(
    session,
    `select sum(stock_kg) as closing, round(sum(stock_value), 6) as closing_value
     from (select distinct on (feed_id) stock_kg, stock_value from bi.stock_days order by feed_id, day desc) d`,
  );
  expect(closing).toBeCloseTo(totals.closing, 4);
  expect(closing_value).toBeCloseTo(totals.closing_value, 3);
  const { kg } = await readSums(session, "select sum(kg) as kg from bi.deliveries where type = 'delivery'");
  expect(kg).toBeCloseTo(totals.received, 4);
});

test('the guide lists the views with their descriptions', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/bi.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, view, text]) => [view, text]);
  expect(rows).toEqual(Object.entries(BI_VIEWS).map(([view, { description }]) => [view, description]));
});
