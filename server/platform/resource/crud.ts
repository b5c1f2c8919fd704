import { type RawBuilder, sql } from 'kysely';
import type { Failure } from '#contract/errors.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { pipelined } from '#server/db/pipelined.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, conflict, demandFound, fieldError, notFound } from '#server/platform/errors.ts';
import { changeOf } from './change.ts';
import { askAll, type Checks } from './check.ts';
import { bounds } from './conditions.ts';
import { authorOf, record, recordActivity } from './history.ts';
import { refuseInUse } from './in-use.ts';
import { type AnyRow, type Bounded, type Change, type Input, isOneOf, LOCKED_TO_REFER, selection, source, type Table } from './table.ts';

/** One row that the caller reaches, or undefined. */
export async function find(db: Db, table: Table, context: ClientContext, id: number): Promise<AnyRow | undefined> {
  const { rows } = await sql<AnyRow>`
    select ${selection(table)} from ${source(table, context)}
    where ${bounds(table, context)} and t.id = ${id}`.execute(db);
  if (!rows[0]) return undefined;
  const [row] = table.attachNested ? await table.attachNested(db, rows, context) : rows;
  return row;
}

/** One row that the caller reaches; 404 otherwise. */
export async function get(db: Db, table: Table, context: ClientContext, id: number): Promise<AnyRow> {
  const row = await find(db, table, context, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Reads a row under a lock of this transaction, so that it stays as it is; 404 when the caller doesn't reach it. Rows that refer to it may
 * still be written, unless it is to go.
 */
export async function lockAndGet(tx: Tx, table: Table, context: ClientContext, id: number, toGo = false): Promise<AnyRow> {
  const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
  const strength = sql.raw(toGo ? 'for update' : 'for no key update');
  await sql`select ${UNREAD} 1 from ${sql.table(table.table)} where ${own} and id = ${id} ${strength}`.execute(tx);
  return get(tx, table, context, id);
}

/** One transaction on the table; what it changes of anybody's access holds on this server when it returns. */
export async function inTransaction<T>(context: ClientContext, table: Table, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await context.write(work);
  if (table.changesAccess) context.services.principals.forget();
  return result;
}

export async function create(context: ClientContext, table: Table, input: Input): Promise<AnyRow> {
  return inTransaction(context, table, async (tx) => {
    const change = changeOf(table, { id: 0, before: null, input });
    const { written, followed } = await judgeAndInsert(tx, table, context, change);
    change.id = written.id;
    if (!followed) await table.afterWrite?.(tx, context, [change]);
    const after = readAgain(table) ? await get(tx, table, context, written.id) : written;
    await noteChange(tx, table, context, null, after);
    return after;
  });
}

/**
 * Asks what must hold and writes the row. Where nothing is to be prepared both go out together, one round trip fewer, with what follows from
 * the row if that can be said already: a refusal counts before whatever the write came to, and takes it back with the transaction.
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
  let followed = false;
  const [, row] = await pipelined<AnyRow | undefined>(tx, [
    async (beside) => void (await judge(beside, table, context, [change])),
    // These begin once the checks have put their columns, which they do before they ask.
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

/** Whether what `afterWrite` writes may show in the row. */
const readAgain = (table: Table) => table.afterWrite !== undefined && !table.afterWriteUnseen;

/** Writes a row and reads it, as the caller sees it, in one statement; 404 when it would be out of the caller's reach. */
async function insert(tx: Tx, table: Table, context: ClientContext, columns: Record<string, unknown>): Promise<AnyRow> {
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
  const { rows } = await sql<AnyRow>`
    with t as (insert into ${sql.table(table.table)} (${names}) values (${sql.join(Object.values(columns))}) returning *)
    select ${selection(table)} from ${source(table, context, 't')} where ${bounds(table, context)}`.execute(tx);
  const [row] = table.attachNested && !readAgain(table) ? await table.attachNested(tx, rows, context, true) : rows;
  if (!row) throw notFound();
  return row;
}

/** Replaces the fields that `input` names. 409 when it brings a `version` that isn't the row's. */
export async function update(context: ClientContext, table: Table, id: number, input: Input): Promise<AnyRow> {
  return inTransaction(context, table, async (tx) => {
    const before = await lockAndGet(tx, table, context, id);
    demandVersion(before, input);
    const change = changeOf(table, { id, before, input });
    await judge(tx, table, context, [change]);
    return writeChange(tx, table, context, before, change);
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

/** Writes rows of a client that were judged, new and changed ones, as saves of each would: what follows from all of them follows at once. */
export async function writeChanges(tx: Tx, table: Table, context: ClientContext, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    if (change.before) await updateColumns(tx, table, context, change);
    else change.id = (await insert(tx, table, context, { client_id: context.client, ...change.columns })).id;
  }
  await table.afterWrite?.(tx, context, changes);
  for (const { id, before } of changes) await noteChange(tx, table, context, before, await get(tx, table, context, id));
}

/** Writes a change that was judged, with all that follows from it, and reads the row again. */
export async function writeChange(tx: Tx, table: Table, context: ClientContext, before: AnyRow, change: Change): Promise<AnyRow> {
  await updateColumns(tx, table, context, change);
  await table.afterWrite?.(tx, context, [change]);
  const after = await get(tx, table, context, change.id);
  await noteChange(tx, table, context, before, after);
  return after;
}

export async function remove(context: ClientContext, table: Table, id: number): Promise<void> {
  await inTransaction(context, table, async (tx) => {
    const before = await lockAndGet(tx, table, context, id, true);
    refuseInUse(context, (await table.uses?.(tx, context, id)) ?? []);
    await removeUnused(tx, table, context, before);
  });
}

/** Deletes a row that is locked to go and in use nowhere. */
export async function removeUnused(tx: Tx, table: Table, context: ClientContext, before: AnyRow): Promise<void> {
  await table.beforeRemove?.(tx, context, before);
  const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
  await (table.remove === 'soft'
    ? sql`update ${sql.table(table.table)} set deleted = true, version = version + 1 where ${own} and id = ${before.id}`
    : sql`delete from ${sql.table(table.table)} where ${own} and id = ${before.id}`
  ).execute(tx);
  await noteChange(tx, table, context, before, null);
}

/** Takes a delete back. The row returns as it was, where everything that it refers to is still there and no rule has come between. */
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

/** 409 when the caller saw an older version of the row. */
export function demandVersion(row: AnyRow, input: Input): void {
  if (input.version !== undefined && input.version !== row.version) throw conflict('stale_version', {}, 'version');
}

/** All that must hold before rows are written; gives the changes the columns that follow from it. */
export async function judge(tx: Tx, table: Table, context: ClientContext, changes: readonly Change[]): Promise<void> {
  await askAll(tx, { ...references(table, context, changes), ...table.checks?.(context, changes) });
  await table.prepare?.(
    tx,
    context,
    changes.filter(({ refused }) => !refused),
  );
}

/** Each row that a change names must be the client's own, alive, and on a farm in reach; 400 at the field otherwise. They are held. */
function references(table: Table, context: ClientContext, changes: readonly Change[]): Checks {
  const named = referencesOf(table).flatMap(([field, target]) => {
    const naming = changes.filter(({ input }) => input[field] !== undefined && input[field] !== null);
    const ids = naming.map(({ input }) => input[field] as number);
    return ids.length > 0 ? [{ field, naming, ask: livingOf(context, target, ids) }] : [];
  });
  if (named.length === 0) return {};
  return {
    references: {
      ask: sql`json_build_object(${sql.join(named.map(({ field, ask }) => sql`${sql.lit(field)}, ${ask}`))})`,
      judge(living: Record<string, number[]>) {
        const gone = new Map<Change, Failure['errors']>();
        for (const { field, naming } of named) {
          const alive = new Set(living[field]);
          for (const change of naming.filter(({ input }) => !alive.has(input[field] as number))) {
            gone.set(change, { ...gone.get(change), [field]: [fieldError('invalid_value')] });
          }
        }
        for (const [{ refuse }, errors] of gone) refuse(new ApiError(400, errors));
      },
    },
  };
}

/** A table's references by field, in the one order in which what they name is held: by the name of its table. */
export const referencesOf = (table: Table): [field: string, target: Bounded][] =>
  (Object.entries(table.references ?? {}) as [string, Bounded][]).toSorted(([, a], [, b]) =>
    a.table < b.table ? -1 : Number(a.table > b.table),
  );

/** SQL of which of these rows of `target` the caller reaches; those that can go without a trace of it are held. */
const livingOf = (context: ClientContext, target: Bounded, ids: readonly number[]): RawBuilder<number[]> => sql`
  array(select t.id from ${sql.table(target.table)} t where ${isOneOf('t.id', [...new Set(ids)])} and ${bounds(target, context)}
    ${target.remove === 'soft' ? LOCKED_TO_REFER : sql``})`;

/** 400 at `field` unless every id is a living row of `target` on `farm`; they are held. */
export async function demandOnFarm(
  tx: Tx,
  context: ClientContext,
  target: 'animal_group' | 'mixer' | 'programme' | 'ration',
  farm: number,
  ids: readonly number[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(target)} t
    where t.client_id = ${context.client} and t.farm_id = ${farm} and t.id = any(${ids}) and not t.deleted ${LOCKED_TO_REFER}`.execute(tx);
  demandFound(ids, rows, field);
}

/** Writes a row's change into history, with the reason that was given for it, the log of activities and the events. */
export async function noteChange(
  tx: Tx,
  table: Table,
  context: ClientContext,
  before: AnyRow | null,
  after: AnyRow | null,
  reason?: string,
): Promise<void> {
  const row = after ?? before ?? {};
  const type = before === null ? 'create' : after === null ? 'delete' : 'update';
  if (table.installation) {
    const { principal } = context;
    return recordActivity(tx, { id: principal.id, name: principal.name, ip: context.ip, client: null }, type, table.contract.id, row.id);
  }
  const farm = table.contract.id === 'farms' ? row.id : table.farm ? row.farm : null;
  await record(tx, authorOf(context), {
    resource: table.contract.id,
    id: row.id,
    farm: farm ?? null,
    name: table.title?.(row) ?? String(row.name ?? ''),
    before: before && (table.historic?.(before) ?? before),
    after: after && { ...(table.historic?.(after) ?? after), ...(reason === undefined ? {} : { reason }) },
  });
}
