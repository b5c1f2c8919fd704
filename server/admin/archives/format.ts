import type pg from 'pg';
import { type Sums, type TableLine, tablesOf } from '../../db/archive.ts';

export const FORMAT = 'manger client 1';
/** Rows of a table in one file of the archive, so that either side holds no more at once. */
export const PART_ROWS = 20_000;

/** `manifest.json`: what the archive holds, so that what is missing, cut or of a newer version is seen before anything is written. */
export interface Manifest {
  format: typeof FORMAT;
  made_at: string;
  /** What the data was made under, oldest first. */
  migrations: string[];
  client: { company_name: string; info: string; modules: string[]; currency: string };
  /** Each after those that it refers to, with the columns that its rows have. */
  tables: { table: string; columns: string[]; rows: number; files: string[] }[];
  people: number;
  /** First days of the months that the facts lie in. */
  months: string[];
  sums: Sums;
  /** SHA-256 of each file. */
  checksums: Record<string, string>;
  /** What an archive doesn't take along. */
  left_out: string[];
}

/** Stay behind: secrets of the place, what is on its way, and what follows from the rest. */
const LEFT_OUT_TABLES = ['access_key', 'report_sending', 'feed_day', 'feed_month', 'stock_day', 'stock_month', 'stock_average'];
const LEFT_OUT_COLUMNS: Record<string, readonly string[]> = {
  mixer: ['calibration'],
  report_subscription: ['secret_hash', 'link_expires_at', 'fetched_at', 'next_at'],
};
export const LEFT_OUT = [
  'passwords, second factors and sign-ins',
  'access keys',
  'calibrations, which are sealed with the server’s own key',
  'reports on their way and secret links',
  'the log of activities',
];

/** Columns that name an account; accounts get new numbers where they arrive, all else keeps its own. */
export const PEOPLE_COLUMNS: ReadonlySet<string> = new Set(['operator_id', 'user_id', 'account_id', 'closed_by', 'reopened_by']);

/** One person of the archive. `outside`: not the client's own, kept by name for what they recorded. */
export interface ArchivedPerson {
  id: number;
  user_type: string;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  language: string;
  about: string;
  access_group_id: number | null;
  locked: boolean;
  deleted: boolean;
  erased_at: string | null;
  created_at: string;
  outside: boolean;
}
export const ACCESS_GROUPS = 'access_group';
export const PEOPLE_FILE = 'people.jsonl';
export const MANIFEST_FILE = 'manifest.json';
/** For people; nothing is read of it when the archive comes in. */
export const BOOK_FILE = 'lists.xlsx';
export const partName = (table: string, part: number) => `tables/${table}-${String(part).padStart(4, '0')}.jsonl`;

/** The tables of a client, with the columns that travel; the client's number is left to the place. */
export async function clientTables(connection: pg.ClientBase): Promise<TableLine[]> {
  const tables = await tablesOf(connection);
  return (
    tables
      .filter(({ table, columns }) => columns.includes('client_id') && !table.startsWith('account') && table !== 'activity')
      .filter(({ table }) => !LEFT_OUT_TABLES.includes(table))
      // Accounts name access groups, and come right after them: all else may name accounts.
      .toSorted((a, b) => Number(b.table === ACCESS_GROUPS) - Number(a.table === ACCESS_GROUPS))
      .map(({ table, columns }) => ({
        table,
        columns: columns.filter((column) => column !== 'client_id' && !LEFT_OUT_COLUMNS[table]?.includes(column)),
      }))
  );
}

/** From now on the connection sees the rows of one client, which row-level security sees to. */
export const seeClient = (connection: pg.ClientBase, client: number) =>
  connection.query(
    "select set_config('timezone', 'UTC', false), set_config('manger.client_id', $1, false), set_config('manger.all_clients', 'off', false)",
    [String(client)],
  );
