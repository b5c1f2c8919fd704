import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type TableLine, tablesOf } from './archive.ts';
import { backup, type Head, type Tail } from './backup.ts';
import { migrate } from './migrate.ts';
import { restore } from './restore.ts';

const SECRET = 'the secret key of the farm, long enough';
const SEALING = { key: 'key', secret: SECRET };
let folder: string;
let file: string;
let source: FreshDatabase;
const fresh: FreshDatabase[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manger-archive-'));
  file = join(folder, 'farms.backup');
  source = await freshDatabase('tiny');
  // Values that are hard to store: characters that end lines elsewhere, quotes, many decimals, bytes.
  await on(source, async (client) => {
    await client.query(`update delivery set note = E'a\\u2028b\\n"c"\\t\\\\ Ї' where id = (select min(id) from delivery)`);
    await client.query(`update mixer set calibration = '\\x00ff0a' where id = (select min(id) from mixer)`);
  });
  await backup(source.url, file, SEALING);
});
afterAll(async () => {
  for (const database of [source, ...fresh]) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function empty(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  fresh.push(database);
  return database;
}

async function on<T>({ url }: FreshDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select set_config('manger.all_clients', 'on', false)");
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A fingerprint of all rows, by table. */
const contentOf = (database: FreshDatabase, without: readonly string[] = []) =>
  on(database, async (client) => {
    const prints: Record<string, unknown> = {};
    for (const { table } of await tablesOf(client)) {
      const row = '(to_jsonb(r) - $1::text[])::text';
      const { rows } = await client.query(
        `select count(*) as rows, md5(string_agg(${row}, ',' order by ${row})) as print from ${table} r`,
        [without],
      );
      prints[table] = rows[0];
    }
    return prints;
  });

/** Bytes of the seal at the end. */
const SEAL = 46;
const changed = (change: (lines: string[]) => string[], from = file) => {
  const other = join(folder, `changed-${fresh.length}`);
  writeFileSync(other, gzipSync(change(gunzipSync(readFileSync(from).subarray(0, -SEAL)).toString().split('\n')).join('\n')));
  return other;
};

test('a restore returns every row to the last character', async () => {
  const target = await empty();
  const { head, rows } = await restore(target.url, file, { secret: SECRET });
  expect(head.key).toBe('key');
  expect(rows.schedule_ingredient).toBeGreaterThan(100);
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

/** Tables and columns that were added after ids became bigint. */
const YOUNGER = [
  'bi_role',
  'idempotency_key',
  'external_id',
  'ade_event',
  'webhook',
  'push_device',
  'pushed_signal',
  'analysis',
  'animal_weight',
  'attempt',
  'board',
  'bonus_rule',
  'budget',
  'bunk_scale',
  'bunk_score',
  'call_rule',
  'carried_feed',
  'client_change',
  'counted_packs',
  'delivery_document',
  'delivery_file',
  'feed_call',
  'feed_nutrient',
  'feed_offer',
  'feed_order',
  'feeding_day',
  'former_',
  'group_owner',
  'harvest',
  'last_success',
  'import_columns',
  'imported_load',
  'mail_address',
  'opening',
  'owner_line',
  'mail_day',
  'measurement',
  'milk',
  'month_paper',
  'norm',
  'noted_day',
  'nutrient',
  'pack',
  'person_',
  'programme',
  'ration_limits',
  'remark',
  'scenario',
  'report_share',
  'chart_day',
  'signal',
  'service',
  'service_plan',
  'share_day',
  'share_month',
  'transfer',
];
const OF_RATIONS = [
  'basis',
  'size',
  'scale',
  'amount',
  'hold',
  'at_dry_matter',
  'ration_size',
  'dry_matter_mean',
  'analysis_mean',
  'target_dry_matter',
  'water_id',
  'wetted',
  'density',
  'volume',
];
const YOUNGER_COLUMNS = [
  'lot',
  'scopes',
  'all_farms',
  'expires_on',
  'units',
  'clock',
  'week_start',
  'pins',
  'papers',
  'asked_by',
  'document_id',
  'line',
  'price_per',
  'price_given',
  'locked',
  'base_plan',
  'destination',
  'to_group_id',
  'refed',
  'refed_on',
  'fed_on',
  'left_out',
  'budget_id',
  'to_schedule_id',
  'sold_price',
  'programme_id',
  'started_on',
  'transfer_id',
  'harvest_id',
  'opening_id',
  'order_id',
  'storage_loss',
  'lead_days',
  'safety_days',
  'moving',
  'cell',
  'closed',
  'split',
  'part_of',
  'part',
  'parts',
  'programme_ration',
  'water',
  'tolerance',
  'pack',
  'packs',
  'pack_kg',
  'tolerance_percent',
  'template',
  'may_copy_rations',
  'added',
  ...OF_RATIONS,
];

const without = <T>(by: Record<string, T>) =>
  Object.fromEntries(Object.entries(by).filter(([name]) => !YOUNGER.some((table) => name.startsWith(table))));

/** Before programmes, a job made one feeding a day. Feedings of programmes become feedings made by hand. */
const ofNoProgramme = (line: string) =>
  /"programme_ration":(?!0[,}])/.test(line) ? line.replace(/"period_job_id":\d+/, '"period_job_id":null') : line;

/** Before transfers, feed moved between stocks by two counts. */
const ofNoTransfer = (line: string) => line.replace(/"kind":"transfer_(?:in|out)"/, '"kind":"count"');

/** Converts a row to the form of the older version. */
const AS_THEN: Partial<Record<string, (line: string) => string>> = { schedule: ofNoProgramme, ledger: ofNoTransfer };

/** The demonstration data with five decimals in prices and money, as in the older version. */
async function makePast(): Promise<FreshDatabase> {
  const past = await freshDatabase('tiny');
  fresh.push(past);
  await on(past, (client) =>
    client.query(`
      create or replace function round_price(price numeric) returns numeric language sql immutable parallel safe as $$ select round(price, 5) $$;
      alter table ledger disable trigger user;
      alter table schedule_ingredient disable trigger user;
      update ledger set price = round_price(price), value = round(kg * round_price(price), 5);
      update schedule_ingredient set price = round_price(price);
      select roll_up_all_stock(), roll_up_all_feed();`),
  );
  return past;
}

/** The backup of such data as the version before bigint ids would have written it. */
const olderBackup = (from: string) =>
  changed(([head = '', ...lines]) => {
    const told = JSON.parse(head) as Head;
    const end = lines.findLastIndex(Boolean);
    const tail = JSON.parse(lines[end] ?? '') as Tail;
    let table = '';
    const rows = lines.slice(0, end).flatMap((line) => {
      const begun = /^\{"table":"(\w+)"/.exec(line)?.[1];
      table = begun ?? table;
      if (YOUNGER.some((young) => table.startsWith(young))) return [];
      if (!begun) return [AS_THEN[table]?.(line) ?? line];
      const { columns } = JSON.parse(line) as TableLine;
      return [JSON.stringify({ table, columns: columns.filter((column) => !YOUNGER_COLUMNS.includes(column)) })];
    });
    return [
      JSON.stringify({ ...told, migrations: told.migrations.filter(({ name }) => name < '030') }),
      ...rows,
      JSON.stringify({ ...tail, rows: without(tail.rows), sequences: without(tail.sequences) }),
      '',
    ];
  }, from);

/** Every share of rations and feedings, to two decimals. */
const sharesOf = (of: typeof source) =>
  on(of, async (client) => {
    const { rows } = await client.query(`
      select 'ration' as of, ration_id as id, ingredient_id, round(percent, 2)::text as percent from ration_item
      union all select 'feeding', schedule_id, ingredient_id, round(percent, 2)::text from schedule_ingredient order by 1, 2, 3`);
    return rows;
  });

test('a backup from before bigint ids restores every row and accepts new rows', async () => {
  const past = await makePast();
  const made = join(folder, 'past.backup');
  await backup(past.url, made, SEALING);
  const older = olderBackup(made);
  const target = await empty();
  await on(target, (client) => client.query('drop schema public cascade; create schema public'));
  await restore(target.url, older, { secret: SECRET, unproven: true });
  // The older version had shares with two decimals, no jobs made by programmes, and fewer kinds of moves.
  const others = [...YOUNGER_COLUMNS, 'percent', 'period_job_id', 'kind', 'average_price'];
  const { stock_average: _rebuilt, ...expected } = without(await contentOf(past, others));
  expect(await contentOf(target, others)).toMatchObject(expected);
  // Averages are rebuilt from moves. Averages of transferred feeds follow the counts that replaced the transfers.
  const averages = `select ingredient_id, day, average from stock_average where ingredient_id <> all($1) order by 1, 2`;
  const moved = await on(past, (client) => client.query(`select distinct ingredient_id as id from ledger where kind like 'transfer%'`));
  const unmoved = [moved.rows.map(({ id }) => id)];
  expect((await on(target, (client) => client.query(averages, unmoved))).rows).toEqual(
    (await on(past, (client) => client.query(averages, unmoved))).rows,
  );
  const kinds = `select id, case when kind like 'transfer%' then 'count' else kind end as kind from ledger order by id`;
  expect((await on(target, (client) => client.query(kinds))).rows).toEqual((await on(past, (client) => client.query(kinds))).rows);
  const ofJobs = 'select id, period_job_id as job from schedule where period_job_id is not null';
  const jobs = (await on(past, (client) => client.query(`${ofJobs} and programme_ration = 0 order by id`))).rows;
  expect((await on(target, (client) => client.query(`${ofJobs} order by id`))).rows).toEqual(jobs);
  expect(await sharesOf(target)).toEqual(await sharesOf(past));
  await on(target, async (client) => {
    const { rows: sequences } = await client.query<{ name: string }>('select quote_ident(sequencename) as name from pg_sequences');
    for (const { name } of sequences) await client.query(`select setval('${name}', 3000000000)`);
    const { rows } = await client.query(
      "insert into delivery_company (client_id, name) select min(id), 'Far' from client returning id::text",
    );
    expect(rows).toEqual([{ id: '3000000001' }]);
    const sum = async () => (await client.query('select sum(fact_kg)::text as kg from feed_day')).rows[0].kg;
    const before = await sum();
    await client.query('update schedule_ingredient set weight_fact = weight_fact + 1 where counted');
    expect(await sum()).not.toBe(before);
    await client.query("select set_config('manger.all_clients', 'off', false)");
    await expect(client.query('select from schedule_ingredient limit 1')).rejects.toMatchObject({ code: 'MN001' });
    await client.query("select set_config('manger.client_id', '0', false)");
    expect((await client.query('select from schedule_ingredient limit 1')).rowCount).toBe(0);
  });
});

test('new rows get the next ids, and triggers work again', async () => {
  const target = await empty();
  await restore(target.url, file, { secret: SECRET });
  await on(target, async (client) => {
    const { rows } = await client.query(
      `insert into delivery_company (client_id, name) select min(id), 'A new one' from client
       returning id > (select max(id) from delivery_company) as follows`,
    );
    expect(rows).toEqual([{ follows: true }]);
    await expect(client.query('delete from ledger')).rejects.toThrow('append-only');
    const sum = async () => (await client.query('select sum(fact_kg)::text as kg from feed_day')).rows[0].kg;
    const before = await sum();
    await client.query('update schedule_ingredient set weight_fact = weight_fact + 1 where counted');
    expect(await sum()).not.toBe(before);
  });
});

test('row-level security also applies to restored rows', async () => {
  const target = await empty();
  await restore(target.url, file, { secret: SECRET });
  await on(target, async (client) => {
    await client.query("select set_config('manger.all_clients', 'off', false), set_config('manger.client_id', '0', false)");
    for (const { table } of (await tablesOf(client)).filter(({ columns }) => columns[0] === 'client_id')) {
      expect([table, (await client.query(`select from ${table} limit 1`)).rowCount]).toEqual([table, 0]);
    }
  });
});

test('refuses a database with data and leaves it unchanged', async () => {
  const before = await contentOf(source);
  await expect(restore(source.url, file, { secret: SECRET })).rejects.toThrow('not empty');
  expect(await contentOf(source)).toEqual(before);
});

const DAMAGES: [string, (lines: string[]) => string[]][] = [
  ['cut short', (lines) => lines.slice(0, -2)],
  ['without a row', (lines) => lines.filter((_, index) => index !== lines.findIndex((line) => line.startsWith('{"table":"ledger"')) + 1)],
  ['with a changed weight', (lines) => lines.map((line) => line.replace(/"kg":(-?)/, (kg) => `${kg}1`))],
  ['with a broken row', (lines) => lines.map((line) => line.replace('"kg":', '"kg"'))],
  ['of something else', () => ['{"format":"other"}']],
  ['of a newer version', (lines) => lines.map((line) => line.replace('001-tenants', '001-others'))],
];
test.each(DAMAGES)('a file %s is refused, and the database stays empty', async (_, damage) => {
  const target = await empty();
  await expect(restore(target.url, changed(damage), { secret: SECRET, unproven: true })).rejects.toThrow(
    /Nothing was restored|newer version/,
  );
  await on(target, async (client) => expect((await client.query('select from client')).rowCount).toBe(0));
  await restore(target.url, file, { secret: SECRET });
});

test('refuses a file with one changed byte, with an explanation, and writes nothing', async () => {
  const target = await empty();
  await on(target, (client) => client.query('drop schema public cascade; create schema public'));
  const whole = readFileSync(file);
  const places = [0, 4, 9, 200, Math.floor(whole.length / 2), whole.length - SEAL - 1, whole.length - SEAL, whole.length - 1];
  for (const place of places) {
    const bytes = Buffer.from(whole);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    const other = join(folder, `flipped-${place}`);
    writeFileSync(other, bytes);
    await expect(restore(target.url, other, { secret: SECRET }), `byte ${place}`).rejects.toThrow(
      /(was changed|no seal: it was changed).*Nothing was restored/,
    );
  }
  await on(target, async (client) =>
    expect((await client.query("select from pg_class where relnamespace = 'public'::regnamespace")).rowCount).toBe(0),
  );
});

test('a file with adjusted sums, or of another key, is restored only on explicit request', async () => {
  const target = await empty();
  const renamed = changed((lines) => lines.map((line) => line.replace('"user_type":"employee"', '"user_type":"client"')));
  await expect(restore(target.url, renamed, { secret: SECRET })).rejects.toThrow('no seal');
  await expect(restore(target.url, file, { secret: 'another secret key, long enough too' })).rejects.toThrow('another one');
  await on(target, async (client) => expect((await client.query('select from client')).rowCount).toBe(0));
  await restore(target.url, file, { secret: 'another secret key, long enough too', unproven: true });
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

test('a backup of an older version is migrated to this version', async () => {
  const target = await empty();
  await on(target, (client) => client.query('drop schema public cascade; create schema public'));
  const first = '003-plan-and-facts.sql';
  await migrate(target.url, { until: first });
  await on(target, (client) => client.query("insert into client (company_name) values ('Of old')"));
  const old = join(folder, 'old');
  await backup(target.url, old, SEALING);
  const next = await empty();
  await on(next, (client) => client.query('drop schema public cascade; create schema public'));
  await restore(next.url, old, { secret: SECRET });
  expect(await migrate(next.url)).toEqual([]);
  await on(next, async (client) =>
    expect((await client.query('select company_name from client')).rows).toEqual([{ company_name: 'Of old' }]),
  );
});

test('an existing file is not overwritten', async () => {
  await expect(backup(source.url, file, SEALING)).rejects.toThrow('there already');
  await expect(restore(source.url, join(folder, 'none'), { secret: SECRET })).rejects.toThrow('there is no such place');
});
