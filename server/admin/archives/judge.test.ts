import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableLine } from '#server/db/archive.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { clientTables } from './client-tables.ts';
import { ENTERED, schemaOf } from './judge.ts';

/** Tables without entered rows: only column types and database constraints apply. */
const ENTERED_BY_NOBODY: Record<string, string> = {
  carried_feed: 'what went along with leftovers, by what was given',
  delivery_file_part: 'a file’s bytes, whose type and size are judged with the file',
  feed_nutrient: 'values by day, which follow from analyses that were judged',
  former_animal_type: 'types that groups had, which the group’s own table judged',
  former_dry_matter_day: 'days on which feeds were measured, which the feed’s own table judged',
  former_ingredient_type: 'types that feeds had, which the feed’s own table judged',
  former_price: 'list prices that feeds had, which the feed’s own table judged',
  ledger: 'moves of what is judged where it was entered',
  signal_mailed: 'which signals went to whom',
  schedule_group: 'weights and heads as the plan and the scales had them',
};

/** Texts that the program writes. The database restricts most of them to fixed words. */
const WRITTEN_BY_THE_PROGRAM: Record<string, readonly string[]> = {
  ade_event: ['kind', 'digest'],
  batch: ['status'],
  delivery_file: ['type'],
  history: ['resource', 'name', 'user_name'],
  import_columns: ['list', 'key'],
  imported_load: ['digest'],
  ledger: ['kind', 'note'],
  leftover: ['destination'],
  mail_address: ['state'],
  report_subscription: ['stopped'],
  schedule: ['status'],
  signal: ['subject_name', 'ingredient_name'],
};

let database: FreshDatabase;
let tables: TableLine[];
let texts: Set<string>;
beforeAll(async () => {
  database = await freshDatabase();
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  tables = await clientTables(connection);
  const { rows } = await connection.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where data_type in ('text', 'json', 'jsonb')",
  );
  texts = new Set(rows.map(({ name }) => name));
  await connection.end();
});
afterAll(() => database.drop());

test('every table of an archive is judged by the rules of entry, or listed here with the reason', () => {
  const names = tables.map(({ table }) => table);
  expect(names.filter((table) => !(table in ENTERED) && !(table in ENTERED_BY_NOBODY))).toEqual([]);
  expect(Object.keys(ENTERED_BY_NOBODY).filter((table) => !names.includes(table) || table in ENTERED)).toEqual([]);
  expect(Object.keys(ENTERED).filter((table) => !names.includes(table))).toEqual([]);
});

test('every entered text is judged', () => {
  const unjudged = tables.flatMap(({ table, columns }): [string, string[]][] => {
    const judged = schemaOf(table, columns)?.shape ?? {};
    const rest = columns.filter((column) => texts.has(`${table}.${column}`) && !(column in judged));
    return rest.length > 0 ? [[table, rest]] : [];
  });
  expect(Object.fromEntries(unjudged)).toEqual(WRITTEN_BY_THE_PROGRAM);
});
