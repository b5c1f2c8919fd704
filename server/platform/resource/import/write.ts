import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { authorOf, recordMany } from '#server/platform/resource/history.ts';
import type { AnyRow, Input, Table } from '#server/platform/resource/table.ts';
import { eventPayload } from '#server/platform/runtime/events.ts';

/** A row's columns with the id that it has, or gets. */
export interface Written {
  id: number;
  columns: Input;
}

const names = (columns: Input) => Object.keys(columns).toSorted();

/** Writes new rows, many with one statement, and gives each its id. */
export async function insertAll(tx: Tx, table: Table, client: number, rows: readonly Written[]): Promise<void> {
  for (const alike of groupBy(rows, ({ columns }) => names(columns).join()).values()) {
    const own = names(alike[0]?.columns ?? {}).map((name) => sql.ref(name));
    const data = JSON.stringify(alike.map(({ columns }) => columns));
    // What comes out of the list goes in one by one, so that the ids come in its order.
    const { rows: made } = await sql<{ id: number }>`
      insert into ${sql.table(table.table)} (client_id, ${sql.join(own)})
      select ${client}::bigint, ${sql.join(own)} from jsonb_populate_recordset(null::${sql.table(table.table)}, ${data}::jsonb)
      returning id`.execute(tx);
    const ids = made.map(({ id }) => id).toSorted((a, b) => a - b);
    alike.forEach((row, index) => {
      row.id = ids[index] ?? 0;
    });
  }
}

/** Writes changed rows: those that change the same columns with one statement. */
export async function updateAll(tx: Tx, table: Table, client: number, rows: readonly Written[]): Promise<void> {
  for (const alike of groupBy(rows, ({ columns }) => names(columns).join()).values()) {
    const sets = names(alike[0]?.columns ?? {}).map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`);
    const data = JSON.stringify(alike.map(({ id, columns }) => ({ id, ...columns })));
    await sql`
      update ${sql.table(table.table)} t set ${sql.join([...sets, sql`version = t.version + 1`])}
      from jsonb_populate_recordset(null::${sql.table(table.table)}, ${data}::jsonb) n
      where t.client_id = ${client} and t.id = n.id`.execute(tx);
  }
}

export interface RecordedChange {
  before: AnyRow | null;
  after: AnyRow;
}

/** Writes each change into history and the log of activities, as single saves do. */
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

/** Once, however many there are. */
export async function notifyScreens(tx: Tx, { client }: ClientContext, { contract }: Table, ids: number[]): Promise<void> {
  if (ids.length > 0) await sql`select pg_notify('manger', ${eventPayload(client, contract.id, ids)})`.execute(tx);
}
