import type pg from 'pg';
import { insertRows, PEOPLE_COLUMNS } from '#server/db/archive.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Manifest } from './format.ts';
import { type Arrived, withPeople } from './people.ts';
import type { Archive } from './read.ts';

/** Values that an import always sets, so that reports aren't mailed by two installations. */
const SET_HERE: Record<string, Record<string, string>> = { report_subscription: { active: 'false' } };
/** Values that an unsigned archive can't prove: consent of an address. A refusal is accepted. */
const SET_OF_OTHERS: typeof SET_HERE = {
  mail_address: { requested_at: 'null::timestamptz', state: `case r.state when 'confirmed' then 'waiting' else r.state end` },
};
/** JSON columns that reference accounts. JavaScript wrote their numbers, so it may parse them. */
const NAMING: Record<string, readonly string[]> = { history: ['before', 'after'], additional_report: ['filters'] };

/** Obsolete columns of older archives. */
const GONE: Record<string, readonly string[]> = { schedule_ingredient: ['operator_id'], schedule_group: ['operator_id'] };

/** Values that differ from the archive's: new numbers of accounts, and new names of rows by their id. */
interface Replaced {
  numbers: Arrived['numbers'];
  names: Readonly<Record<string, string>>;
}

/** Returns the number of rows. */
export async function insertTable(
  connection: pg.Client,
  client: number,
  archive: Archive,
  { table, columns, rows, files }: Manifest['tables'][number],
  known: readonly string[],
  { numbers, names }: Replaced,
  progress: (count: number) => Promise<void>,
): Promise<number> {
  const kept = columns.filter((column) => !GONE[table]?.includes(column));
  if (!kept.every((column) => known.includes(column))) throw invalid('file', 'newer_archive');
  const named = kept.filter((column) => PEOPLE_COLUMNS.has(column));
  const isRenaming = Object.keys(names).length > 0;
  const values = {
    client_id: '$2::bigint',
    ...Object.fromEntries(named.map((column) => [column, `($3::jsonb -> 'numbers' ->> r.${column}::text)::bigint`])),
    ...(isRenaming ? { name: "coalesce($3::jsonb -> 'names' ->> r.id::text, r.name)" } : {}),
    ...SET_HERE[table],
    ...(archive.own ? {} : SET_OF_OTHERS[table]),
  };
  const parameters = [client, ...(named.length > 0 || isRenaming ? [JSON.stringify({ numbers, names })] : [])];
  const into = { table, columns: ['client_id', ...kept] };
  const naming = NAMING[table];
  let count = 0;
  for (const file of files) {
    for await (const lines of archive.lines(file)) {
      await progress(count);
      count += lines.length;
      const ours = naming ? lines.map((line) => renamed(line, table, naming, numbers)) : lines;
      await insertRows(connection, into, ours, values, parameters);
    }
  }
  if (count !== rows) throw invalid('file', 'damaged_archive');
  return count;
}

function renamed(line: string, table: string, naming: readonly string[], numbers: Arrived['numbers']): string {
  const row = JSON.parse(line) as Record<string, unknown> | null;
  if (typeof row !== 'object' || row === null) throw invalid('file', 'damaged_archive');
  for (const column of naming) row[column] = withPeople(row[column], numbers);
  if (table === 'history' && row.resource === 'employees') row.resource_id = numbers[String(row.resource_id)] ?? row.resource_id;
  return JSON.stringify(row);
}
