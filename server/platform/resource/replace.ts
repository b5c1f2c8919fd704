import { sql } from 'kysely';

import type { Failure, FieldError, Use } from '#contract/errors.ts';
import { Replaced, ReplaceEverywhere } from '#contract/replacement.ts';
import { one } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { allowsAny, needsOf } from '#contract/rights.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext, Context } from '#server/platform/context.ts';
import { unlessDry } from '#server/platform/dry-run.ts';
import { ApiError, fieldError, invalid, refusalOf } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { changeOf } from './change.ts';
import { bounds } from './conditions.ts';
import { find, inTransaction, judge, lockAndGet, removeUnused, writeChange } from './crud.ts';
import { refuseInUse } from './in-use.ts';
import { clientContextOf } from './installation.ts';
import { tablesOf } from './resource.ts';
import { type AnyRow, type Naming, readFrom, type Table } from './table.ts';

/** A table with rows that refer to the row to replace. */
interface Namer {
  table: Table;
  naming: Naming;
}

/** `POST {id}/replace/` for every table of these endpoints that defines `uses`. Rows of all of these tables may refer to its rows. */
export function replaceEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  const tables = tablesOf(endpoints);
  return tables.filter(({ uses }) => uses).map((table) => replaceEndpoint(table, tables));
}

function replaceEndpoint(table: Table, tables: readonly Table[]): Endpoint {
  const { contract } = table;
  const namers = listReferrers(table, tables);
  return endpoint({
    scope: table.installation ? 'account' : 'client',
    method: 'post',
    path: `/${contract.path}/{id}/replace`,
    summary: `Put another in the place of one of ${contract.view ?? contract.id} wherever it is in use, and delete it`,
    need: needsOf(contract, 'delete'),
    body: ReplaceEverywhere,
    costly: true,
    response: one(Replaced),
    async handle(caller: Context, { id, body: { by, dry } }) {
      const context = clientContextOf(caller);
      const inside = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(context, table, work);
      return { data: await unlessDry(dry, inside, (tx) => replaceWithin(tx, context, table, namers, id, by)) };
    },
  });
}

/** Finds where rows of `target` are referred to: by references and by what tables define in `naming`. */
function listReferrers(target: Table, tables: readonly Table[]): Namer[] {
  return tables.flatMap((table) =>
    (table.naming ?? []).flatMap((reference) => {
      const naming = typeof reference === 'string' ? ofField(table, reference) : reference;
      return naming.of === target.table ? [{ table, naming }] : [];
    }),
  );
}

function ofField(table: Table, field: string): Naming {
  const target = (table.references as Record<string, Table> | undefined)?.[field];
  if (!target) throw new Error(`${table.table}.${field} refers to no table.`);
  return {
    of: target.table,
    where: (_context, id) => sql`${sql.raw(readFrom(table, field) ?? '')} = ${id}`,
    input: (_row, _from, to) => ({ [field]: to }),
  };
}

/** Saves every referring row by its own rules, one after the other. All refusals are reported together, and then nothing has changed. */
async function replaceWithin(
  tx: Tx,
  context: ClientContext,
  table: Table,
  namers: readonly Namer[],
  id: number,
  by: number,
): Promise<Replaced> {
  const before = await lockAndGet(tx, table, context, id, true);
  if (by === id || !(await find(tx, table, context, by))) throw invalid('by', 'invalid_value');
  // On all farms of the caller, independent of the farm in the path.
  const everywhere = { ...context, farm: null };
  const named = await findNaming(tx, everywhere, namers, id);
  const errors: Failure['errors'] = {};
  for (const namer of namers) {
    for (const row of await rowsNaming(tx, everywhere, namer, id)) {
      const refused = await saveNaming(tx, everywhere, namer, row.id, id, by);
      if (refused === 'at rest') named.get(namer.table.contract.id)?.delete(row.id);
      else Object.assign(errors, refused);
    }
  }
  if (Object.keys(errors).length > 0) throw new ApiError(409, errors);
  const past = new Set(namers.filter(({ naming }) => naming.keepsPast).map(({ table: { contract } }) => contract.id));
  const uses = (await table.uses?.(tx, context, id)) ?? [];
  refuseInUse(
    context,
    uses.filter(({ resource }) => !past.has(resource)),
  );
  const kept = await removeUnless(tx, context, table, before);
  const changes = [...named].map(([resource, ids]) => ({ resource, count: ids.size })).filter(({ count }) => count > 0);
  return { changes, deleted: kept.length === 0, kept };
}

/** Returns the ids of the rows that refer to a row, by resource. 409 if the caller may not see one of them. */
async function findNaming(tx: Tx, context: ClientContext, namers: readonly Namer[], id: number): Promise<Map<ResourceId, Set<number>>> {
  const named = new Map<ResourceId, Set<number>>();
  for (const namer of namers) {
    const rows = await rowsNaming(tx, context, namer, id);
    const unseen = rows.filter(({ reached }) => !reached).map(() => ELSEWHERE);
    refuseInUse(context, unseen);
    const ids = named.get(namer.table.contract.id) ?? new Set();
    for (const row of rows) ids.add(row.id);
    if (ids.size > 0) named.set(namer.table.contract.id, ids);
  }
  return named;
}

/** A use of which only the number is shown. */
const ELSEWHERE: Use = { resource: 'farms', id: 0, name: '', farm: -1 };

/** Returns the rows that refer to it in the order of their ids, and whether the caller may see each. */
async function rowsNaming(
  tx: Tx,
  context: ClientContext,
  { table, naming }: Namer,
  id: number,
): Promise<{ id: number; reached: boolean }[]> {
  const alive = table.remove === 'soft' ? sql`not t.deleted` : sql`true`;
  const own = table.installation ? sql`true` : sql`t.client_id = ${context.client}`;
  const { rows } = await sql<{ id: number; reached: boolean }>`
    select t.id, (${bounds(table, context)}) as reached from ${sql.table(table.table)} t
    where ${own} and ${alive} and ${naming.where(context, id)} order by t.id`.execute(tx);
  return rows;
}

/** Saves a row with `to` instead of `from`; returns its errors at `<resource>.<id>.<field>`. */
async function saveNaming(
  tx: Tx,
  context: ClientContext,
  { table, naming }: Namer,
  id: number,
  from: number,
  to: number,
): Promise<Failure['errors'] | 'at rest'> {
  const before = await lockAndGet(tx, table, context, id);
  const use = rowAsUse(table, before);
  const { contract } = table;
  if (!allowsAny(context.principal.rights, needsOf(contract, 'change'))) return atRow(use, { detail: [fieldError('not_permitted')] });
  let refusal: ApiError | undefined;
  const change = changeOf(table, { id, before, input: naming.input(before, from, to) }, (error) => {
    refusal ??= error;
  });
  try {
    change.replacing = true;
    await judge(tx, table, context, [change]);
    if (refusal) return naming.isAtRest?.(before) ? 'at rest' : atRow(use, refusal.errors);
    await writeChange(tx, table, context, before, change);
    return {};
  } catch (error) {
    const refused = error instanceof ApiError ? error : refusalOf(error);
    // Thrown to roll back: a failed constraint aborted the transaction, and a rule that failed after the write left it written.
    throw refused ? new ApiError(refused.status, atRow(use, refused.errors)) : error;
  }
}

const rowAsUse = ({ contract, title }: Table, row: AnyRow): Use => ({
  resource: contract.id,
  id: row.id,
  name: title?.(row) ?? String(row.name ?? ''),
  farm: contract.id === 'farms' ? row.id : (row.farm ?? null),
  ...(row.company === undefined || contract.id === 'deliveries' ? {} : { company: row.company }),
  ...(row.planned_on === undefined ? {} : { day: row.planned_on }),
});

const atRow = (use: Use, errors: Failure['errors']): Failure['errors'] =>
  Object.fromEntries(
    Object.entries(errors).map(([field, found]) => [
      `${use.resource}.${use.id}.${field}`,
      found.map((error) => ({ ...error, uses: [use] })),
    ]),
  );

/** Deletes the row. If something prevents the deletion, such as remaining feed, the answer contains the reason. */
async function removeUnless(tx: Tx, context: ClientContext, table: Table, row: AnyRow): Promise<FieldError[]> {
  try {
    await removeUnused(tx, table, context, row);
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && error.errors.detail) return error.errors.detail;
    throw error;
  }
}
