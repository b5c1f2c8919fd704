import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { migrate, migrations } from './migrate.ts';

let database: FreshDatabase;
let folder: string;

beforeEach(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'manger-migrations-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a migrated database needs no further migration', async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test('refuses a database that is newer than the code', async () => {
  await expect(migrate(database.url, { from: folder })).rejects.toThrow('The database is newer than this version');
});

test('two servers that start together apply each migration once', async () => {
  const other = await bareCopy();
  const applied = await Promise.all([
    migrate(other.url, { from: folder }),
    migrate(other.url, { from: folder }),
    migrate(other.url, { from: folder }),
  ]);
  expect(applied.flat().sort()).toEqual(['001-one.sql', '002-two.sql']);
  await other.drop();
});

test('refuses a migration that changed after its application, except in line ends', async () => {
  const other = await bareCopy();
  await migrate(other.url, { from: folder });
  write('001-one.sql', 'create table one (id integer);\r\n');
  expect(await migrate(other.url, { from: folder })).toEqual([]);
  write('001-one.sql', 'create table one (id bigint);\n');
  await expect(migrate(other.url, { from: folder })).rejects.toThrow('Migration 001-one.sql was changed');
  await other.drop();
});

test('a failed migration leaves nothing, and earlier ones stay applied', async () => {
  const other = await bareCopy();
  write('003-three.sql', 'create table three (id integer); select 1/0;');
  await expect(migrate(other.url, { from: folder })).rejects.toThrow('Migration 003-three.sql failed: division by zero');
  write('003-three.sql', 'create table three (id integer);');
  expect(await migrate(other.url, { from: folder })).toEqual(['003-three.sql']);
  await other.drop();
});

test('refuses a new migration before an applied one', async () => {
  const other = await bareCopy();
  await migrate(other.url, { from: folder });
  write('000-late.sql', 'select 1;');
  await expect(migrate(other.url, { from: folder })).rejects.toThrow('Migration 000-late.sql comes before 002-two.sql');
  await other.drop();
});

/** A database for the migrations of `folder` only. */
async function bareCopy(): Promise<FreshDatabase> {
  write('001-one.sql', 'create table one (id integer);\n');
  write('002-two.sql', 'create table two (id integer);\n');
  const copy = await freshDatabase();
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: copy.url });
  await client.connect();
  await client.query('drop table schema_migration');
  await client.end();
  return copy;
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

test('access groups with `additional` keep filters and blanks, and explicit settings of either stay', async () => {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const entry = (name: string, change: boolean) => ({ module: 'manger', name, label: '', view: true, add: false, change, delete: false });
  try {
    await client.query("select set_config('manger.all_clients', 'on', false)");
    const { rows } = await client.query("insert into client (company_name) values ('A') returning id");
    const groups = {
      before: [entry('ration', false), entry('additional', true)],
      since: [entry('additional', true), entry('blanks', false)],
    };
    for (const [name, permissions] of Object.entries(groups)) {
      const values = [rows[0].id, name, JSON.stringify(permissions)];
      await client.query('insert into access_group (client_id, name, permissions) values ($1, $2, $3)', values);
    }
    await client.query("select set_config('manger.all_clients', 'off', false)");
    await client.query('begin');
    await client.query(migrations().find(({ name }) => name === '019-filters-and-blanks.sql')?.sql ?? '');
    const { rows: kept } = await client.query('select name, permissions from access_group order by name');
    const said = kept.map(({ name, permissions }) => [
      name,
      permissions.map((one: { name: string; change: boolean }) => [one.name, one.change]),
    ]);
    await client.query('rollback');
    expect(said).toEqual([
      [
        'before',
        [
          ['ration', false],
          ['additional', true],
          ['filters', true],
          ['blanks', true],
        ],
      ],
      [
        'since',
        [
          ['additional', true],
          ['blanks', false],
        ],
      ],
    ]);
  } finally {
    await client.end();
  }
});

/** Constraints of the rows: references, rules, indexes, triggers and policies, as definitions of the database. */
const HELD = `
  select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as held from pg_constraint where connamespace = 'public'::regnamespace
  union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select tablename, policyname, concat_ws(' ', cmd, qual, with_check) from pg_policies
  union all select relname, 'row security', concat_ws(' ', relrowsecurity, relforcerowsecurity) from pg_class where relnamespace = 'public'::regnamespace
  order by 1, 2, 3`;

test('ids become bigint and keep all references, rules and policies', async () => {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public');
    await migrate(database.url, { until: '029' });
    await client.query("select ensure_month('2026-03-01')");
    const { rows: before } = await client.query(HELD);
    expect(before.length).toBeGreaterThan(300);
    expect(await migrate(database.url, { until: '030-z' })).toEqual(['030-ids-are-bigint.sql']);
    expect((await client.query(HELD)).rows).toEqual(before);
  } finally {
    await client.end();
  }
});

test('no id is an integer in any column, sequence or function', async () => {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select attrelid::regclass || '.' || attname as narrow from pg_attribute join pg_class c on c.oid = attrelid
      where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
        and (atttypid = 'integer'::regtype and attname ~ '(^id|_id|_by)$' or atttypid = 'integer[]'::regtype)
      union all select sequencename from pg_sequences where data_type <> 'bigint'::regtype
      union all select oid::regprocedure::text from pg_proc
      where pronamespace = 'public'::regnamespace and array['integer', 'integer[]']::regtype[] && (proargtypes::regtype[] || prorettype::regtype)`);
    expect(rows).toEqual([]);
  } finally {
    await client.end();
  }
});
