import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type AnyRow, anyTable, type Input, readFrom } from '#server/platform/resource/table.ts';
import type { Importable } from './importable.ts';
import { namesTwin, type Problems } from './problems.ts';
import type { Read } from './read.ts';
import { rowsById } from './rows.ts';

/**
 * Matches new rows of a file with existing rows that have the same values in these fields; the match changes only the fields in the file. A
 * second row with the same values is reported at the last of the fields.
 */
export async function meetBy(
  tx: Tx,
  context: ClientContext,
  { table, moments = [] }: Importable,
  fields: readonly string[],
  inputs: Map<Read, Input>,
  problems: Problems,
  lock: boolean,
): Promise<void> {
  // The same moment can be written in several ways.
  const partOf = (row: AnyRow, field: string) => (moments.includes(field) && row[field] ? Date.parse(row[field]) : (row[field] ?? null));
  const keyOf = (row: AnyRow) => JSON.stringify(fields.map((field) => partOf(row, field)));
  const met = new Map<string, Read>();
  for (const [read, input] of inputs) {
    const key = keyOf({ ...read.before, ...input });
    const twin = met.get(key);
    if (twin) {
      problems.refuser(read.at)(fields.at(-1) ?? 'id', 'not_unique', namesTwin(twin.at));
      inputs.delete(read);
    } else met.set(key, read);
  }
  const open = [...met.values()].filter(({ raw, before }) => !before && raw.id === undefined);
  if (open.length === 0) return;
  const columns = fields.map((field) => sql.raw(`${readFrom(anyTable(table), field) ?? `t.${field}`} as "${field}"`));
  const first = fields[0] ?? 'farm';
  const within = [...new Set(open.map((read) => inputs.get(read)?.[first] as number))];
  const { rows } = await sql<AnyRow>`
    select t.id, ${sql.join(columns)} from ${sql.table(table.table)} t
    where t.client_id = ${context.client} and ${sql.raw(table.remove === 'soft' ? 'not t.deleted' : 'true')} and ${sql.raw(readFrom(anyTable(table), first) ?? `t.${first}`)} = any(${within})`.execute(
    tx,
  );
  const ids = new Map(rows.map((row) => [keyOf(row), row.id as number]));
  const same = open.flatMap((read) => {
    const id = ids.get(keyOf(inputs.get(read) ?? {}));
    return id === undefined ? [] : [{ read, id }];
  });
  const known = await rowsById(
    tx,
    table,
    context,
    same.map(({ id }) => id),
    lock,
  );
  const isMet = (field: string) => fields.includes(field) && moments.includes(field);
  for (const { read, id } of same) {
    read.before = known.get(id) ?? null;
    // A default for an empty cell doesn't change an existing row.
    const named = Object.entries(inputs.get(read) ?? {}).filter(([field]) => field in read.raw || `${field}_name` in read.raw);
    const { before } = read;
    inputs.set(read, Object.fromEntries(named.map(([field, value]) => [field, before && isMet(field) ? before[field] : value])));
  }
}
