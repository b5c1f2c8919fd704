import { type RawBuilder, sql } from 'kysely';
import type { Failure } from '#contract/errors.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, conflict, demandFound, fieldError, notFound } from '#server/platform/errors.ts';
import { askAll, type Check } from './check.ts';
import { authorOf, record, recordActivity } from './history.ts';
import { refuseInUse } from './in-use.ts';
import { bounds } from './list.ts';
import { type AnyRow, type Bounded, filledColumns, type Input, isOneOf, LOCKED_TO_REFER, selection, source, type Table } from './table.ts';

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
async function change<T>(context: ClientContext, table: Table, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await context.write(work);
  if (table.changesAccess) context.services.principals.forget();
  return result;
}

export async function create(context: ClientContext, table: Table, input: Input): Promise<AnyRow> {
  return change(context, table, async (tx) => {
    const values = await columnsOf(tx, table, context, input, null);
    const columns = table.installation ? values : { client_id: context.client, ...values };
    const written = await insert(tx, table, context, columns);
    await table.afterWrite?.(tx, context, written.id, input, null);
    const after = readAgain(table) ? await get(tx, table, context, written.id) : written;
    await note(tx, table, context, null, after);
    return after;
  });
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
  return change(context, table, async (tx) => {
    const before = await lockAndGet(tx, table, context, id);
    demandVersion(before, input);
    const values = await columnsOf(tx, table, context, input, before);
    const sets: RawBuilder<unknown>[] = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
    await sql`update ${UNREAD} ${sql.table(table.table)} set ${sql.join([...sets, sql`version = version + 1`])} where ${own} and id = ${id}`.execute(
      tx,
    );
    await table.afterWrite?.(tx, context, id, input, before);
    const after = await get(tx, table, context, id);
    await note(tx, table, context, before, after);
    return after;
  });
}

export async function remove(context: ClientContext, table: Table, id: number): Promise<void> {
  await change(context, table, async (tx) => {
    const before = await lockAndGet(tx, table, context, id, true);
    refuseInUse(context, (await table.uses?.(tx, context, id)) ?? []);
    await table.beforeRemove?.(tx, context, before);
    const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
    await (table.remove === 'soft'
      ? sql`update ${sql.table(table.table)} set deleted = true, version = version + 1 where ${own} and id = ${id}`
      : sql`delete from ${sql.table(table.table)} where ${own} and id = ${id}`
    ).execute(tx);
    await note(tx, table, context, before, null);
  });
}

/** Takes a delete back. The row returns as it was, where everything that it refers to is still there and no rule has come between. */
export async function restore(context: ClientContext, table: Table, id: number): Promise<AnyRow> {
  return change(context, table, async (tx) => {
    const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
    const { rows } = await sql`
      update ${sql.table(table.table)} set deleted = false, version = version + 1 where ${own} and id = ${id} and deleted returning id`.execute(
      tx,
    );
    if (rows.length === 0) throw notFound();
    const row = await get(tx, table, context, id);
    const input = Object.fromEntries(Object.keys(table.contract.create.shape).map((field) => [field, row[field]]));
    await demands(tx, table, context, input, row);
    await table.afterRestore?.(tx, context, row);
    const after = await get(tx, table, context, id);
    await note(tx, table, context, null, after);
    return after;
  });
}

/** 409 when the caller saw an older version of the row. */
export function demandVersion(row: AnyRow, input: Input): void {
  if (input.version !== undefined && input.version !== row.version) throw conflict('stale_version', {}, 'version');
}

async function columnsOf(
  tx: Tx,
  table: Table,
  context: ClientContext,
  input: Input,
  before: AnyRow | null,
): Promise<Record<string, unknown>> {
  const further = await demands(tx, table, context, input, before);
  const plain = filledColumns(table)
    .filter(([field]) => input[field] !== undefined)
    .map(([field, column]) => [column, input[field]]);
  return { ...Object.fromEntries(plain), ...further };
}

/** All that must hold before a row is written; gives the columns that follow from it. */
async function demands(
  tx: Tx,
  table: Table,
  context: ClientContext,
  input: Input,
  before: AnyRow | null,
): Promise<Record<string, unknown> | undefined> {
  const { references: _, ...further } = await askAll(tx, {
    ...references(table, context, input),
    ...table.checks?.(context, input, before),
  });
  const found: Record<string, unknown> = Object.assign({}, ...Object.values(further));
  return { ...found, ...(await table.prepare?.(tx, context, input, before)) };
}

/** Each row that the input names must be the client's own, alive, and on a farm in reach; 400 at the field otherwise. */
function references(table: Table, context: ClientContext, input: Input): { references?: Check<void> } {
  const named = referencesOf(table).filter(([field]) => input[field] !== undefined && input[field] !== null);
  if (named.length === 0) return {};
  const each = named.map(([field, target]) => sql`${sql.lit(field)}, ${livingOf(context, target, [input[field] as number])}`);
  return {
    references: {
      ask: sql`json_build_object(${sql.join(each)})`,
      judge(found: Record<string, number[]>) {
        const errors: Failure['errors'] = {};
        for (const [field] of named) if (!found[field]?.length) errors[field] = [fieldError('invalid_value')];
        if (Object.keys(errors).length > 0) throw new ApiError(400, errors);
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
export const livingOf = (context: ClientContext, target: Bounded, ids: readonly number[]): RawBuilder<number[]> => sql`
  array(select t.id from ${sql.table(target.table)} t where ${isOneOf('t.id', [...new Set(ids)])} and ${bounds(target, context)}
    ${target.remove === 'soft' ? LOCKED_TO_REFER : sql``})`;

/** 400 at `field` unless every id is a living row of `target` on `farm`; they are held. */
export async function demandOnFarm(
  tx: Tx,
  context: ClientContext,
  target: 'animal_group' | 'mixer' | 'ration',
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

async function note(tx: Tx, table: Table, context: ClientContext, before: AnyRow | null, after: AnyRow | null): Promise<void> {
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
    after: after && (table.historic?.(after) ?? after),
  });
}
