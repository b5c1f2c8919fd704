import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { LARGEST_ARCHIVE } from '#contract/admin/archives.ts';
import { IN_LINES, ToldLine } from '#contract/progress.ts';
import { allReports } from '#contract/reports/index.ts';
import type { Manifest } from '#server/admin/archives/format.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { PEOPLE_COLUMNS } from '#server/db/archive.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import type { Caller, TestApi } from './support/api.ts';
import { makeAccount, makeClient, type TestClient } from './support/factories.ts';
import { test } from './support/test.ts';
import { withStatistics } from './support/with-statistics.ts';

let here: TestApi;
let there: TestApi;
let root: Caller;
let thereRoot: Caller;
let client: number;
let other: TestClient;
let archive: Uint8Array;

const requestArchive = (api: TestApi, caller: Caller, path: string, accept = '*/*') =>
  api.app.fetch(new Request(`http://localhost/api/${path}`, { headers: { authorization: `JWT ${caller.token}`, accept } }));

const takeRequest = (caller: Caller, file: Uint8Array, { accept = '*/*', signal }: { accept?: string; signal?: AbortSignal } = {}) =>
  new Request('http://localhost/api/dashboard/clients/import/', {
    method: 'POST',
    headers: { authorization: `JWT ${caller.token}`, accept },
    body: new Uint8Array(file),
    ...(signal ? { signal } : {}),
  });

async function importArchive(api: TestApi, caller: Caller, file: Uint8Array) {
  const response = await api.app.fetch(takeRequest(caller, file));
  const { data, errors } = (await response.json()) as {
    data?: {
      client: number;
      company_name: string;
      people: number;
      rows: number;
      locked: string[];
      renamed: { name: string; becomes: string }[];
    };
    errors?: Record<string, { code: string }[]>;
  };
  return { status: response.status, data, code: errors?.file?.[0]?.code };
}

/** The archive with one changed file. */
function changed(name: string, change: (text: string) => string): Uint8Array {
  const files = unzipSync(archive);
  return zipSync({ ...files, [name]: strToU8(change(strFromU8(files[name] ?? new Uint8Array()))) });
}
const withManifest = (change: (manifest: Manifest) => object) =>
  changed('manifest.json', (text) => JSON.stringify({ ...JSON.parse(text), ...change(JSON.parse(text) as Manifest) }));

test.override('template', 'tiny');
test.beforeAll(async ({ api, elsewhere }) => {
  [here, there] = [api, elsewhere];
  const { rows } = await sql<{ id: number }>`
    select c.id from client c order by (select count(*) from schedule s where s.client_id = c.id) desc limit 1`.execute(
    here.database.acrossClients(),
  );
  client = rows[0]?.id ?? 0;
  other = await makeClient(here);
  await other.owner.post('manager/companies/', { name: 'Company of the neighbour' });
  root = (await makeAccount(here, { user_type: 'admin', is_superadmin: true })).caller;
  thereRoot = (await makeAccount(there, { user_type: 'admin', is_superadmin: true })).caller;
  const response = await requestArchive(here, root, `dashboard/clients/${client}/archive/`);
  archive = new Uint8Array(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-length')]).toEqual([200, String(archive.length)]);
});

/** Fields of the installation: ids of clients and accounts, and data that isn't exported. */
const OWN = new Set([
  'operator',
  'operator_id',
  'worker_id',
  'user',
  'closed_by',
  'reopened_by',
  'issued_by',
  'author',
  'client',
  'client_id',
]);
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, OWN.has(key) && typeof inner === 'number' ? 'a number of the place' : bare(inner)]),
  );
};
/** Paths about the installation or the caller: lists of accounts and keys. */
const OF_THE_PLACE = [
  ...[
    '/manager/keys',
    '/perm/employees',
    '/perm/consultants',
    '/perm/permissions',
    '/report/workers',
    '/history/users',
    '/archive',
    '/events',
  ],
  // The caller has settings of their own.
  '/user/signalmail',
  // The key of the installation itself.
  '/user/signalpush',
];

describe("a client's archive", () => {
  test('a client’s archive is imported with equal lists and reports', async () => {
    const { status, data } = await importArchive(there, thereRoot, archive);
    expect([status, data?.locked]).toEqual([201, []]);
    const [before, after] = (
      await sql<{ from: string; to: string }>`
      select min(planned_on)::text as from, max(planned_on)::text as to from schedule where client_id = ${client}`.execute(
        here.database.acrossClients(),
      )
    ).rows.flatMap(({ from, to }) => [from, to]);
    // Reports contain the time of their making.
    const now = new Date();
    for (const api of [here, there]) api.setNow(now);
    const lists = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints]
      .filter(({ method, scope, path }) => method === 'get' && scope === 'client' && !path.includes('{') && !OF_THE_PLACE.includes(path))
      .map(({ path, query }) => ({ path: path.slice(1), names: query instanceof z.ZodObject ? Object.keys(query.shape) : [] }));
    const reports = allReports.map(({ id, filters }) => ({ path: `report/${id}/make`, names: ['language', 'page_size', ...filters] }));
    const told: string[] = [];
    const days = { planned_on_after: before, planned_on_before: after, at_after: before, at_before: after };
    const asked: Record<string, string | undefined> = { ...days, language: 'uk', page_size: '1000' };
    for (const [path, names] of new Map([...lists, ...reports].map((one) => [one.path, one.names]))) {
      const query = `?${names.flatMap((name) => (asked[name] === undefined ? [] : [`${name}=${asked[name]}`])).join('&')}`;
      const old = await root.get(`dashboard/clients/${client}/${path}/${query}`);
      const arrived = await thereRoot.get(`dashboard/clients/${data?.client}/${path}/${query}`);
      expect.soft(bare(arrived), path).toEqual(bare(old));
      if (old.status === 200 && JSON.stringify(old.data).length > 100) told.push(path);
    }
    expect(told.filter((path) => reports.some((one) => one.path === path)).length).toBeGreaterThan(15);
    expect(told.filter((path) => lists.some((one) => one.path === path)).length).toBeGreaterThan(15);
  });

  test('imports people, who need a new password and keep their records', async () => {
    const { rows: people } = await sql<{ id: number; email: string; client: number }>`
      select id, email, client_id as client from account where user_type = 'client' and not deleted`.execute(
      there.database.acrossClients(),
    );
    const [owner] = people;
    await expect(there.signIn(owner?.email ?? '')).rejects.toThrow('400');
    expect((await thereRoot.put(`dashboard/users/${owner?.id}/password/`, { password: 'another one 2' })).status).toBe(204);
    const signedIn = await there.signIn(owner?.email ?? '', 'another one 2');
    expect((await signedIn.get('auth/me/')).data).toMatchObject({ email: owner?.email, duty: 'password', client: owner?.client });
    const ofOperators = sql<{ name: string; loads: number }>`
      select trim(a.first_name || ' ' || a.last_name) as name, count(*) as loads from schedule s join account a on a.id = s.operator_id
      where s.client_id in (${client}, ${owner?.client}) group by 1 order by 1`;
    const { rows } = await ofOperators.execute(there.database.acrossClients());
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual((await ofOperators.execute(here.database.forClient(client))).rows);
  });

  test('a client’s archive can be imported twice: with another name, locked people for taken emails, and new ids for new rows', async () => {
    const { rows: held } = await sql<{ name: string; emails: string[] }>`
      select company_name as name, array(select email from account where client_id = ${client} and not deleted order by 1) as emails
      from client where id = ${client}`.execute(here.database.acrossClients());
    const { status, data } = await importArchive(here, root, archive);
    expect([status, data?.company_name, data?.locked.toSorted()]).toEqual([201, `${held[0]?.name} (2)`, held[0]?.emails.toSorted()]);
    const inside = (of?: number) => `dashboard/clients/${of}/manager/animaltypes/`;
    const before = (await root.get(inside(client))).data;
    expect((await root.get(inside(data?.client))).data).toEqual(before);
    const made = await root.post(inside(data?.client), { name: 'Zebu' });
    expect([made.status, before.some(({ id }: { id: number }) => id === made.data.id)]).toEqual([201, false]);
    expect((await root.get(inside(client))).data).toEqual(before);
  });

  test('contains its lists as a workbook in the owner’s language, with names instead of ids', async () => {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(unzipSync(archive)['lists.xlsx']?.buffer as ArrayBuffer);
    const sheet = (name: string) => {
      const found = book.getWorksheet(name);
      const head = Number(found?.views[0]?.state === 'frozen' && found.views[0].ySplit);
      const rows = found?.getRows(1, found.rowCount)?.map((row) => (row.values as unknown[]).slice(1)) ?? [];
      return { headings: rows[head - 1], rows: rows.slice(head) };
    };
    const titles = book.worksheets.map(({ name }) => name);
    expect(titles.slice(0, 3)).toEqual(['Компанії', 'Ферми', 'Групи тварин']);
    expect(titles).toHaveLength(37);
    const counted = async (table: string, where = 'true') =>
      (
        await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)} t where ${sql.raw(where)}`.execute(
          here.database.forClient(client),
        )
      ).rows[0]?.count;
    const loads = sheet('Завантаження міксера');
    expect(loads.headings).toEqual(
      ['День', 'Ферма', 'Раціон', 'Міксер', 'Оператор', 'Інгредієнт', 'План, кг', 'Факт, кг', 'Ціна, грн/кг', 'Суха речовина, %'].map(
        (text) => expect.stringContaining(text.split(',')[0] as string),
      ),
    );
    expect(loads.rows).toHaveLength((await counted('schedule_ingredient')) ?? 0);
    expect(loads.rows[0]?.[0]).toBeInstanceOf(Date);
    const { rows: fed } = await sql<{ name: string; kg: number }>`
      select i.name, s.weight_fact::float8 as kg from schedule_ingredient s join ingredient i on i.id = s.ingredient_id and i.client_id = s.client_id
      where s.weight_fact is not null order by s.planned_on, s.schedule_id, s.position limit 1`.execute(here.database.forClient(client));
    expect(loads.rows.find((row) => row[7] !== undefined)).toEqual(expect.arrayContaining([fed[0]?.name, fed[0]?.kg]));
    expect(sheet('Інгредієнти').rows).toHaveLength((await counted('ingredient', 'not t.deleted')) ?? 0);
    expect(sheet('Поставки та продажі').rows.flat()).toContain('Поставка');
    expect(sheet('Поголів’я за датами').rows).toHaveLength((await counted('head_count')) ?? 0);
    expect(sheet('Сигнали').rows).toHaveLength((await counted('signal')) ?? 0);
    expect(sheet('Закриті місяці').rows).toHaveLength((await counted('month_closing')) ?? 0);
    expect(sheet('Документи').rows).toHaveLength((await counted('month_paper')) ?? 0);
    const people = sheet('Працівники').rows.flat();
    expect(people).toEqual(expect.arrayContaining(['owner@manger.test', 'feeder@manger.test']));
    expect(people).not.toContain('root@manger.test');
  });

  test('a client’s archive of several years is written in parts and imported in batches', async () => {
    const { owner, id } = await makeClient(here);
    const company = (await owner.post('manager/companies/', { name: 'Large' })).data.id;
    await sql`insert into stock (client_id, company_id, name, type) select ${id}, ${company}, 'Stock ' || repeat('wide ', 50) || n, 'warehouse'
      from generate_series(1, 12000) n`.execute(here.database.forClient(id));
    const large = new Uint8Array(await (await requestArchive(here, owner, 'archive/')).arrayBuffer());
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(unzipSync(large)['lists.xlsx']?.buffer as ArrayBuffer);
    expect(book.worksheets[3]?.rowCount).toBeGreaterThan(12_000);
    const { status, data } = await withStatistics(there.url, () => importArchive(there, thereRoot, large));
    expect([status, data?.locked]).toEqual([201, []]);
    const { count } = await thereRoot.get(`dashboard/clients/${data?.client}/manager/stocks/`);
    expect(count).toBe(12_000);
  });

  test('leaves nothing if it is abandoned', async () => {
    const rows = async () =>
      (
        await sql`select (select count(*) from client) as clients, (select count(*) from account) as people`.execute(
          there.database.acrossClients(),
        )
      ).rows;
    const before = await rows();
    const stop = new AbortController();
    const begun = there.app.fetch(takeRequest(thereRoot, archive, { signal: stop.signal }));
    // The rows are being written when the person cancels.
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_stat_activity where query like 'insert into % from json_populate_recordset%'`.execute(
              there.database.acrossClients(),
            )
          ).rows.length,
      )
      .toBeGreaterThan(0);
    stop.abort();
    expect((await begun).status).toBe(499);
    expect(await rows()).toEqual(before);
  });

  test('contains no data of other clients and no secret', async () => {
    const files = unzipSync(archive);
    const text = Object.values(files)
      .map((file) => strFromU8(file))
      .join('');
    expect(text).not.toMatch(/neighbour|argon2|secret_hash|"client_id"/);
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Manifest;
    for (const { table, rows } of manifest.tables) {
      const { rows: counted } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
        here.database.forClient(client),
      );
      expect([table, rows]).toEqual([table, table === 'history' ? rows : counted[0]?.count]);
    }
  });

  test('covers every column that references an account', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct a.attname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      join pg_attribute c on c.attrelid = k.conrelid and c.attname = 'client_id'
      where k.contype = 'f' and k.confrelid = 'account'::regclass and k.conrelid <> 'activity'::regclass
        and k.conrelid <> 'account_client'::regclass`.execute(here.database.acrossClients());
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ name }) => !PEOPLE_COLUMNS.has(name))).toEqual([]);
  });

  test('a client’s archive is permitted only for people who manage the client', async () => {
    const own = await requestArchive(here, other.owner, 'archive/');
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'application/zip']);
    await own.arrayBuffer();
    expect((await requestArchive(here, other.owner, `dashboard/clients/${client}/archive/`)).status).toBe(404);
    const employee = await makeAccount(here, { user_type: 'employee', client_id: other.id });
    expect((await requestArchive(here, employee.caller, 'archive/')).status).toBe(403);
    expect((await importArchive(here, other.owner, archive)).status).toBe(403);
    const { data: log } = await root.get('dashboard/activities/?action=archive');
    const of = log.map(({ resource_id }: { resource_id: number }) => resource_id);
    expect(of.filter((id: number) => id === other.id || id === client)).toEqual([other.id, client]);
  });

  test('streams progress on request in both directions, followed by the file', async () => {
    const response = await requestArchive(here, root, `dashboard/clients/${client}/archive/`, IN_LINES);
    const bytes = Buffer.from(await response.arrayBuffer());
    const lines: ToldLine[] = [];
    let at = 0;
    while (!lines.some((line) => 'status' in line)) {
      const end = bytes.indexOf('\n', at);
      lines.push(ToldLine.parse(JSON.parse(bytes.toString('utf8', at, end))));
      at = end + 1;
    }
    const file = new Uint8Array(bytes.subarray(at));
    expect(lines.pop()).toEqual({ status: 200, size: file.length });
    expect(Object.keys(unzipSync(file)).toSorted()).toEqual(Object.keys(unzipSync(archive)).toSorted());
    const grows = (told: ToldLine[]) => {
      const parts = told.map((line) => ('done' in line ? line.done : Number.NaN)) as number[];
      expect(parts).toEqual(parts.toSorted((a, b) => a - b));
      expect([parts[0], parts.at(-1), new Set(parts).size > 10]).toEqual([0, 1, true]);
    };
    grows(lines);

    const taken = await there.app.fetch(takeRequest(thereRoot, file, { accept: IN_LINES }));
    const told = (await taken.text()).trimEnd().split('\n');
    expect(JSON.parse(told.pop() ?? '')).toMatchObject({ status: 201, data: { locked: expect.any(Array) } });
    grows(told.map((line) => ToldLine.parse(JSON.parse(line))));
    const refused = await there.app.fetch(takeRequest(thereRoot, strToU8('{}'), { accept: IN_LINES }));
    expect(JSON.parse(await refused.text())).toMatchObject({ status: 400, errors: { file: [{ code: 'damaged_archive' }] } });
  });

  test('leaves nothing on disk if it is abandoned in either direction', async () => {
    const place = await mkdtemp(join(tmpdir(), 'archive-test-'));
    vi.stubEnv('TMPDIR', place);
    for (const until of ['"done"', '"size"']) {
      const response = await requestArchive(here, root, `dashboard/clients/${client}/archive/`, IN_LINES);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      let told = '';
      while (!told.includes(until)) told += Buffer.from((await reader.read()).value ?? []).toString();
      expect(await readdir(place)).toHaveLength(1);
      await reader.cancel();
      await expect.poll(() => readdir(place)).toEqual([]);
    }
    vi.unstubAllEnvs();
    await rm(place, { recursive: true });
  });

  test('a client’s archive of a version with operators in facts can be imported', async () => {
    const facts = ['schedule_ingredient', 'schedule_group'];
    const older = withManifest(({ tables }) => ({
      tables: tables.map((one) => (facts.includes(one.table) ? { ...one, columns: [...one.columns, 'operator_id'] } : one)),
    }));
    expect(await importArchive(there, thereRoot, older)).toMatchObject({ status: 201 });
  });

  test('rows of an older archive with one name in two spellings get a number, which the answer names', async () => {
    const { owner } = other;
    const twins = ['Barley', 'Rye', 'Oats', 'Barley (2)'];
    for (const name of twins) expect((await owner.post('manager/animaltypes/', { name })).status).toBe(201);
    const path = `dashboard/clients/${other.id}/archive/`;
    const now = unzipSync(new Uint8Array(await (await requestArchive(here, root, path)).arrayBuffer()));
    const file = 'tables/animal_type-0001.jsonl';
    const spelled = strFromU8(now[file] ?? new Uint8Array())
      .replace('"Rye"', '"bar\u200bley"')
      .replace('"Oats"', '"BARLEY "');
    const types = strToU8(spelled);
    const manifest = JSON.parse(strFromU8(now['manifest.json'] ?? new Uint8Array())) as Manifest;
    const checksums = { ...manifest.checksums, [file]: createHash('sha256').update(types).digest('hex') };
    const pack = (more: Partial<Manifest>) =>
      zipSync({ ...now, [file]: types, 'manifest.json': strToU8(JSON.stringify({ ...manifest, checksums, ...more })) });
    // A release with unique keys can't have written such rows.
    expect(await importArchive(there, thereRoot, pack({}))).toMatchObject({ status: 400, code: 'damaged_archive' });
    const older = manifest.migrations.filter((name) => name < '190');
    const { status, data } = await importArchive(there, thereRoot, pack({ migrations: older }));
    expect([status, data?.renamed.map(({ name, becomes }) => [name, becomes])]).toEqual([
      201,
      [
        ['bar\u200bley', 'bar\u200bley (3)'],
        ['BARLEY ', 'BARLEY  (4)'],
      ],
    ]);
    const { data: stored } = await thereRoot.get(`dashboard/clients/${data?.client}/manager/animaltypes/`);
    expect(stored.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'BARLEY  (4)',
      'Barley',
      'Barley (2)',
      'bar\u200bley (3)',
    ]);
    const plain = zipSync({ ...now, 'manifest.json': strToU8(JSON.stringify({ ...manifest, migrations: older })) });
    expect((await importArchive(there, thereRoot, plain)).data?.renamed).toEqual([]);
  });

  test('imports settings of client and people; an older one gets those of their languages', async () => {
    await other.owner.put('auth/me/', {
      language: 'us',
      units: 'kg',
      client_conventions: { units: 'lb', clock: '12', week_start: 'saturday' },
    });
    const response = await requestArchive(here, root, `dashboard/clients/${other.id}/archive/`);
    const now = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const arrived = async (file: Uint8Array) => {
      const { status, data } = await importArchive(there, thereRoot, file);
      expect(status).toBe(201);
      const { rows } = await sql`
        select c.units, c.clock, c.week_start, a.units as own_units, a.clock as own_clock, a.week_start as own_week_start
        from client c join account a on a.client_id = c.id and a.user_type = 'client' where c.id = ${data?.client}`.execute(
        there.database.acrossClients(),
      );
      return rows;
    };
    const nothing = { own_units: null, own_clock: null, own_week_start: null };
    // The language gives the person a clock of twelve hours.
    expect(await arrived(zipSync(now))).toEqual([
      { units: 'lb', clock: '12', week_start: 'saturday', ...nothing, own_units: 'kg', own_clock: '12' },
    ]);

    const lacking = ({ units: _u, clock: _c, week_start: _w, ...rest }: Record<string, unknown>) => rest;
    const written = strFromU8(now['people.jsonl'] ?? new Uint8Array());
    const people = strToU8(written.replace(/^.+$/gm, (line) => JSON.stringify(lacking(JSON.parse(line)))));
    const manifest = JSON.parse(strFromU8(now['manifest.json'] ?? new Uint8Array())) as Manifest;
    const checksums = { ...manifest.checksums, 'people.jsonl': createHash('sha256').update(people).digest('hex') };
    const older = { ...manifest, client: lacking(manifest.client), checksums };
    expect(await arrived(zipSync({ ...now, 'people.jsonl': people, 'manifest.json': strToU8(JSON.stringify(older)) }))).toEqual([
      { units: 'lb', clock: '12', week_start: 'sunday', ...nothing },
    ]);
  });

  const half = (file: Uint8Array) => file.slice(0, file.length / 2);
  test.each<[string, () => Uint8Array, string]>([
    ['no archive', () => strToU8('{}'), 'damaged_archive'],
    ['a cut one', () => half(archive), 'damaged_archive'],
    ['one without a file', () => zipSync(without(unzipSync(archive), 'people.jsonl')), 'damaged_archive'],
    [
      'one with a changed row',
      () => changed('tables/ingredient-0001.jsonl', (text) => text.replace(/"rest":\d/, '"rest":9')),
      'damaged_archive',
    ],
    [
      'one with fewer rows than it says',
      () => withManifest(({ tables }) => ({ tables: tables.map((one) => ({ ...one, rows: one.rows + 1 })) })),
      'damaged_archive',
    ],
    ['one whose stock doesn’t add up', () => withManifest(({ sums }) => ({ sums: { ...sums, ledger_kg: '1.000' } })), 'damaged_archive'],
    [
      'one of rows that lack what they refer to',
      () => withManifest(({ tables }) => ({ tables: tables.filter(({ table }) => table !== 'farm') })),
      'damaged_archive',
    ],
    [
      'one that unpacks to far more than it weighs',
      () => zipSync({ ...unzipSync(archive), 'people.jsonl': new Uint8Array(20 * 1024 * 1024) }),
      'damaged_archive',
    ],
    ['a newer format', () => withManifest(() => ({ format: 'manger client 2' })), 'newer_archive'],
    ['a newer version', () => withManifest(({ migrations }) => ({ migrations: [...migrations, '999-later.sql'] })), 'newer_archive'],
    [
      'columns of a newer version',
      () => withManifest(({ tables }) => ({ tables: tables.map((one) => ({ ...one, columns: [...one.columns, 'later'] })) })),
      'newer_archive',
    ],
  ])('%s is refused, and nothing is written', async (_, file, code) => {
    const rows = async () =>
      (
        await sql`select (select count(*) from client) as clients, (select count(*) from account) as people, (select count(*) from ledger) as moves,
        (select count(*) from farm) as farms`.execute(there.database.acrossClients())
      ).rows;
    const before = await rows();
    expect(await importArchive(there, thereRoot, file())).toMatchObject({ status: 400, code });
    expect(await rows()).toEqual(before);
  });
});

test('refuses a file beyond the size limit before reading it', async () => {
  const response = await there.app.fetch(
    new Request('http://localhost/api/dashboard/clients/import/', {
      method: 'POST',
      headers: { authorization: `JWT ${thereRoot.token}`, 'content-length': String(LARGEST_ARCHIVE + 1) },
      body: 'x',
    }),
  );
  expect([response.status, await response.json()]).toEqual([
    413,
    { errors: { detail: [expect.objectContaining({ code: 'too_large_body' })] } },
  ]);
});

const without = (files: Record<string, Uint8Array>, name: string) =>
  Object.fromEntries(Object.entries(files).filter(([one]) => one !== name));
