import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { authorOf, recordMany } from '#server/platform/resource/history.ts';
import type { AnyRow, Change, Input, Table } from '#server/platform/resource/table.ts';
import { CHANNEL_SQL, eventPayload } from '#server/platform/runtime/events.ts';
import { byPieces, partOf, toTheEnd, type Work } from '#server/platform/runtime/work.ts';
import { rowsById } from './rows.ts';

/** A row's columns with the id that it has, or gets. */
interface Written {
  id: number;
  columns: Input;
}

const names = (columns: Input) => Object.keys(columns).toSorted();

/** Writes new rows, many with one statement. Gives each its id: ids rise in the order of the rows. */
async function insertAll(tx: Tx, table: Table, client: number, rows: readonly Written[]): Promise<void> {
  const { rows: reserved } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table.table}, 'id')) as id from generate_series(1, ${rows.length}::integer)`.execute(tx);
  for (const [index, row] of rows.entries()) row.id = reserved[index]?.id ?? 0;
  for (const alike of groupBy(rows, ({ columns }) => names(columns).join()).values()) {
    const own = names(alike[0]?.columns ?? {}).map((name) => sql.ref(name));
    const data = JSON.stringify(alike.map(({ id, columns }) => ({ id, ...columns })));
    await sql`
      insert into ${sql.table(table.table)} (client_id, id, ${sql.join(own)}) overriding system value
      select ${client}::bigint, id, ${sql.join(own)} from jsonb_populate_recordset(null::${sql.table(table.table)}, ${data}::jsonb)`.execute(
      tx,
    );
  }
}

/** Writes changed rows: those that change the same columns with one statement. */
async function updateAll(tx: Tx, table: Table, client: number, rows: readonly Written[]): Promise<void> {
  for (const alike of groupBy(rows, ({ columns }) => names(columns).join()).values()) {
    const sets = names(alike[0]?.columns ?? {}).map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`);
    const data = JSON.stringify(alike.map(({ id, columns }) => ({ id, ...columns })));
    await sql`
      update ${sql.table(table.table)} t set ${sql.join([...sets, sql`version = t.version + 1`])}
      from jsonb_populate_recordset(null::${sql.table(table.table)}, ${data}::jsonb) n
      where t.client_id = ${client} and t.id = n.id`.execute(tx);
  }
}

interface RecordedChange {
  before: AnyRow | null;
  after: AnyRow;
}

/** Writes each change into history and the activity log, like single saves do. */
export async function recordAll(tx: Tx, context: ClientContext, table: Table, changes: readonly RecordedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const historic = table.historic ?? ((row: AnyRow) => row);
  await recordMany(
    tx,
    authorOf(context),
    changes.map(({ before, after }) => ({
      resource: table.contract.id,
      id: after.id,
      farm: after.farm ?? null,
      name: table.title?.(after) ?? String(after.name ?? ''),
      before: before && historic(before),
      after: historic(after),
    })),
  );
}

/**
 * Writes rows that were judged, new and changed ones, with all that follows from them, history and one event: as saves of each
 * in their order would, with a handful of statements.
 */
export async function writeAll(
  tx: Tx,
  context: ClientContext,
  table: Table,
  changes: readonly Change[],
  work: Work = toTheEnd,
): Promise<void> {
  const rows = changes.map(({ id, columns }): Written => ({ id, columns }));
  const [known, fresh] = [rows.filter(({ id }) => id > 0), rows.filter(({ id }) => id === 0)];
  await updateAll(tx, table, context.client, known);
  await byPieces(fresh, partOf(work, 0, 0.3), (piece) => insertAll(tx, table, context.client, piece));
  for (const [index, change] of changes.entries()) change.id = rows[index]?.id ?? 0;
  await work.progress(0.3);
  await table.afterWrite?.(tx, context, changes);
  await byPieces(changes, partOf(work, 0.6, 1), async (piece) => {
    const ids = piece.map(({ id }) => id);
    const after = await rowsById(tx, table, context, ids);
    const recorded = piece.flatMap(({ id, before }) => (after.has(id) ? [{ before, after: after.get(id)! }] : []));
    await recordAll(tx, context, table, recorded);
  });
  const ids = changes.map(({ id }) => id);
  await notifyScreens(tx, context, table, ids);
}

/** Once, however many there are. */
async function notifyScreens(tx: Tx, { client }: ClientContext, { contract }: Table, ids: number[]): Promise<void> {
  if (ids.length > 0) await sql`select pg_notify(${CHANNEL_SQL}, ${eventPayload(client, contract.id, ids)})`.execute(tx);
}
