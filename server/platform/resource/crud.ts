import { type RawBuilder, sql } from 'kysely';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { pipelined } from '#server/db/pipelined.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { changeOf } from './change.ts';
import { askAll } from './check.ts';
import { bounds } from './conditions.ts';
import { checkExternalIds, freeExternalIds, writeExternalIds } from './external-ids.ts';
import { authorOf, record, recordActivity } from './history.ts';
import { refuseInUse } from './in-use.ts';
import { nameTwin } from './name-twin.ts';
import { checkReferences } from './references.ts';
import { type AnyRow, type Change, type Input, selection, source, type Table } from './table.ts';

/** Returns one row that the caller may see, or undefined. */
export async function find(db: Db, table: Table, context: ClientContext, id: number): Promise<AnyRow | undefined> {
  const { rows } = await sql<AnyRow>`
    select ${selection(table)} from ${source(table, context)}
    where ${bounds(table, context)} and t.id = ${id}`.execute(db);
  if (!rows[0]) return undefined;
  const [row] = table.attachNested ? await table.attachNested(db, rows, context) : rows;
  return row;
}

/** Returns one row that the caller may see; 404 otherwise. */
export async function get(db: Db, table: Table, context: ClientContext, id: number): Promise<AnyRow> {
  const row = await find(db, table, context, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Reads a row and locks it until the transaction ends; 404 if the caller can't see it. Other rows that refer to it may still be written,
 * unless `toGo` announces that the row is about to be deleted.
 */
export async function lockAndGet(tx: Tx, table: Table, context: ClientContext, id: number, toGo = false): Promise<AnyRow> {
  const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
  const strength = sql.raw(toGo ? 'for update' : 'for no key update');
  await sql`select ${UNREAD} 1 from ${sql.table(table.table)} where ${own} and id = ${id} ${strength}`.execute(tx);
  return get(tx, table, context, id);
}

/** Runs one transaction on the table. Changes of access rights are in effect on this server when it returns. */
export async function inTransaction<T>(context: ClientContext, table: Table, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await context.write(work);
  if (table.changesAccess) context.services.principals.forget();
  return result;
}

export async function create(context: ClientContext, table: Table, input: Input): Promise<AnyRow> {
  let change: Change | undefined;
  const work = async (tx: Tx) => {
    change = changeOf(table, { id: 0, before: null, input });
    const { written, followed } = await judgeAndInsert(tx, table, context, change);
    change.id = written.id;
    if (!followed) await table.afterWrite?.(tx, context, [change]);
    const isMarked = await writeExternalIds(tx, table, context, [change]);
    const after = isMarked || readAgain(table) ? await get(tx, table, context, written.id) : written;
    await noteChange(tx, table, context, null, after, table.reasonOf?.(input));
    return after;
  };
  return inTransaction(context, table, work).catch(async (error) => {
    throw await nameTwin(context, table, change, error);
  });
}

/**
 * Checks and writes the row. Tables without `prepare` send checks, the insert and `withNew` together, which saves a round trip. A failed
 * check is reported before an error of the insert, and rolls the transaction back.
 */
async function judgeAndInsert(
  tx: Tx,
  table: Table,
  context: ClientContext,
  change: Change,
): Promise<{ written: AnyRow; followed: boolean }> {
  const own = table.installation ? {} : { client_id: context.client };
  const write = (on: Tx) => insert(on, table, context, { ...own, ...change.columns });
  if (table.prepare) {
    await judge(tx, table, context, [change]);
    return { written: await write(tx), followed: false };
  }
  await table.derive?.(tx, context, [change]);
  let followed = false;
  const [, row] = await pipelined<AnyRow | undefined>(tx, [
    async (beside) => void (await check(beside, table, context, [change])),
    // These two start after the checks have added their columns, which happens before the checks send their query.
    write,
    async (beside) => {
      const follow = table.withNew?.(context, change);
      followed = follow !== undefined;
      await follow?.(beside);
      return undefined;
    },
  ]);
  return { written: row as AnyRow, followed };
}

/** True if `afterWrite` may change the row's visible fields. */
const readAgain = (table: Table) => table.afterWrite !== undefined && !table.afterWriteUnseen;

/** Inserts a row and returns it as the caller sees it, in one statement; 404 if the caller couldn't see the new row. */
async function insert(tx: Tx, table: Table, context: ClientContext, columns: Record<string, unknown>): Promise<AnyRow> {
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
  const { rows } = await sql<AnyRow>`
    with t as (insert into ${sql.table(table.table)} (${names}) values (${sql.join(Object.values(columns))}) returning *)
    select ${selection(table)} from ${source(table, context, 't')} where ${bounds(table, context)}`.execute(tx);
  const [row] = table.attachNested && !readAgain(table) ? await table.attachNested(tx, rows, context, true) : rows;
  if (!row) throw notFound();
  return row;
}

/** Replaces the fields that `input` contains. 409 if `input` has a `version` that differs from the row's. */
export async function update(context: ClientContext, table: Table, id: number, input: Input): Promise<AnyRow> {
  let change: Change | undefined;
  const work = async (tx: Tx) => {
    const before = await lockAndGet(tx, table, context, id);
    demandVersion(before, input);
    change = changeOf(table, { id, before, input });
    await judge(tx, table, context, [change]);
    return writeChange(tx, table, context, before, change);
  };
  return inTransaction(context, table, work).catch(async (error) => {
    throw await nameTwin(context, table, change, error);
  });
}

async function updateColumns(tx: Tx, table: Table, context: ClientContext, { id, columns }: Change): Promise<void> {
  const sets: RawBuilder<unknown>[] = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
  await sql`
    update ${UNREAD} ${sql.table(table.table)} set ${sql.join([...sets, sql`version = version + 1`])} where ${own} and id = ${id}`.execute(
    tx,
  );
}

/**
 * Writes checked changes of one client, new and changed rows together. The result equals single saves, but `afterWrite` runs once for all.
 */
export async function writeChanges(tx: Tx, table: Table, context: ClientContext, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    if (change.before) await updateColumns(tx, table, context, change);
    else change.id = (await insert(tx, table, context, { client_id: context.client, ...change.columns })).id;
  }
  await table.afterWrite?.(tx, context, changes);
  await writeExternalIds(tx, table, context, changes);
  for (const { id, before, input } of changes)
    await noteChange(tx, table, context, before, await get(tx, table, context, id), table.reasonOf?.(input));
}

/** Writes a checked change, runs `afterWrite` and reads the row again. */
export async function writeChange(tx: Tx, table: Table, context: ClientContext, before: AnyRow, change: Change): Promise<AnyRow> {
  await updateColumns(tx, table, context, change);
  await table.afterWrite?.(tx, context, [change]);
  await writeExternalIds(tx, table, context, [change]);
  const after = await get(tx, table, context, change.id);
  await noteChange(tx, table, context, before, after, table.reasonOf?.(change.input));
  return after;
}

export async function remove(context: ClientContext, table: Table, id: number): Promise<void> {
  await inTransaction(context, table, async (tx) => {
    const before = await lockAndGet(tx, table, context, id, true);
    refuseInUse(context, (await table.uses?.(tx, context, id)) ?? []);
    await removeUnused(tx, table, context, before);
  });
}

/** Deletes a row that is locked and isn't in use. */
export async function removeUnused(tx: Tx, table: Table, context: ClientContext, before: AnyRow): Promise<void> {
  await table.beforeRemove?.(tx, context, before);
  const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
  await (table.remove === 'soft'
    ? sql`update ${sql.table(table.table)} set deleted = true, version = version + 1 where ${own} and id = ${before.id}`
    : sql`delete from ${sql.table(table.table)} where ${own} and id = ${before.id}`
  ).execute(tx);
  await freeExternalIds(tx, table, context, before);
  await noteChange(tx, table, context, before, null);
}

/** Restores a deleted row as it was, if everything that it refers to still exists and no rule forbids it by now. */
export async function restore(context: ClientContext, table: Table, id: number): Promise<AnyRow> {
  return inTransaction(context, table, (tx) => restoreWithin(tx, table, context, id));
}

export async function restoreWithin(tx: Tx, table: Table, context: ClientContext, id: number): Promise<AnyRow> {
  const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
  const { rows } = await sql`
    update ${sql.table(table.table)} set deleted = false, version = version + 1 where ${own} and id = ${id} and deleted returning id`.execute(
    tx,
  );
  if (rows.length === 0) throw notFound();
  const row = await get(tx, table, context, id);
  const input = Object.fromEntries(Object.keys(table.contract.create.shape).map((field) => [field, row[field]]));
  const change = changeOf(table, { id, before: row, input });
  await judge(tx, table, context, [change]);
  await table.afterRestore?.(tx, context, change);
  const after = await get(tx, table, context, id);
  await noteChange(tx, table, context, null, after);
  return after;
}

/** 409 if the caller saw an older version of the row. */
export function demandVersion(row: AnyRow, input: Input): void {
  if (input.version !== undefined && input.version !== row.version) throw conflict('stale_version', {}, 'version');
}

/** Runs all checks before rows are written, and adds the columns that the checks compute to the changes. */
export async function judge(tx: Tx, table: Table, context: ClientContext, changes: readonly Change[]): Promise<void> {
  if (!table.derive) return check(tx, table, context, changes);
  await table.derive(tx, context, changes);
  await check(
    tx,
    table,
    context,
    changes.filter(({ refused }) => !refused),
  );
}

async function check(tx: Tx, table: Table, context: ClientContext, changes: readonly Change[]): Promise<void> {
  await askAll(tx, {
    ...checkReferences(table, context, changes),
    ...checkExternalIds(table, context, changes),
    ...table.checks?.(context, changes),
  });
  await table.prepare?.(
    tx,
    context,
    changes.filter(({ refused }) => !refused),
  );
}

/** Writes a row's change into its history, with the reason given for it, into the activity log and into the events. */
export async function noteChange(
  tx: Tx,
  table: Table,
  context: ClientContext,
  before: AnyRow | null,
  after: AnyRow | null,
  reason?: string,
): Promise<void> {
  const row = after ?? before ?? {};
  const type = toActivity(before, after);
  if (table.installation) {
    const { principal } = context;
    return recordActivity(tx, { id: principal.id, name: principal.name, ip: context.ip, client: null }, type, table.contract.id, row.id);
  }
  await record(tx, authorOf(context), {
    resource: table.contract.id,
    id: row.id,
    farm: findFarm(table, row),
    name: table.title?.(row) ?? String(row.name ?? ''),
    before: before && (table.historic?.(before) ?? before),
    after: after && { ...(table.historic?.(after) ?? after), ...(reason === undefined ? {} : { reason }) },
  });
}

function toActivity(before: AnyRow | null, after: AnyRow | null) {
  if (before === null) return 'create';
  return after === null ? 'delete' : 'update';
}

/** The farm of a row; null if its table has none. */
function findFarm({ contract, farm }: Table, row: AnyRow): number | null {
  if (contract.id === 'farms') return row.id;
  return farm ? (row.farm ?? null) : null;
}
