import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { pipelined } from '#server/db/pipelined.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { activeFilters, conditionsOf, type Query } from './conditions.ts';
import { demandKind, type IdKind } from './id-kinds.ts';
import { type AnyRow, readFrom, selection, source, type Table } from './table.ts';

/** Returns one page of a table and the number of matching rows. */
export async function list(
  table: Table,
  context: ClientContext,
  query: Query,
  only?: readonly string[],
): Promise<{ data: AnyRow[]; count: number }> {
  await demandKinds(table, context, query);
  const where = conditionsOf(table, context, query);
  const from = source(table, context);
  const offset = (query.page - 1) * query.page_size;
  const page = sql<AnyRow>`
    select ${selection(table, only)} from ${from} ${orderingJoin(table, context, query.ordering)} where ${where}
    order by ${order(table, query.ordering)} limit ${query.page_size} offset ${offset}`;
  const counting = sql<{ count: number }>`select count(*) as count from ${countedFrom(table, query) ?? from} where ${where}`;
  // A list that only the farm filter narrows fills its page, or can be counted quickly.
  const narrowed = query.search?.trim() || activeFilters(table, query).some((name) => name !== 'farm' && name !== 'deleted');
  const { rows, count } = await (narrowed
    ? pageFirst(context.db, page, counting, query.page_size, offset)
    : both(context.db, page, counting));
  return { data: table.attachNested && !only ? await table.attachNested(context.db, rows, context) : rows, count };
}

/** 400 at a filter whose ids are of the kind that the filter means in other lists. */
async function demandKinds({ idKinds = {} }: Table, { db, client }: ClientContext, query: Query): Promise<void> {
  for (const [filter, kind] of Object.entries(idKinds) as [string, IdKind][]) {
    const ids = (query[filter] ?? []) as number[];
    if (ids.length > 0) await demandKind(db, client, filter, ids, kind);
  }
}

interface Page {
  rows: AnyRow[];
  count: number;
}
type Counting = RawBuilder<{ count: number }>;

/** Loads page and count in one round trip on one connection. */
async function both(db: Db, page: RawBuilder<AnyRow>, counting: Counting): Promise<Page> {
  const [rows = [], counted = []] = await db
    .connection()
    .execute((one) =>
      pipelined<AnyRow[]>(one, [
        async (beside) => (await page.execute(beside)).rows,
        async (beside) => (await counting.execute(beside)).rows,
      ]),
    );
  return { rows, count: counted[0]?.count ?? 0 };
}

/** Loads the page first: if it isn't full, it gives the count. Finding all rows that match a filter may take long. */
async function pageFirst(db: Db, page: RawBuilder<AnyRow>, counting: Counting, size: number, offset: number): Promise<Page> {
  const { rows } = await page.execute(db);
  if (rows.length < size && (rows.length > 0 || offset === 0)) return { rows, count: offset + rows.length };
  const counted = await counting.execute(db);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

/** The table without its joins, if no condition needs them. Joins never change the number of rows, but take most of the time of a count. */
function countedFrom(table: Table, query: Query): RawBuilder<unknown> | undefined {
  const isOwn = (name: string) => !table.filters?.[name] && (readFrom(table, name) ?? 't.').startsWith('t.');
  const needsJoins =
    table.visibleTo || !(table.farm ?? 't.').startsWith('t.') || query.search?.trim() || !activeFilters(table, query).every(isOwn);
  return needsJoins ? undefined : sql.raw(`${table.table} t`);
}

/** SQL of the order. `ordering` may contain several fields separated by commas; `-` before a field reverses it. */
function order(table: Table, ordering: string | undefined): RawBuilder<unknown> {
  if (!ordering) return sql.raw(`${table.order}, t.id desc`);
  const parts = ordering.split(',').map((part) => {
    const name = part.replace(/^-/, '');
    const field = table.orderings?.[name]?.by ?? readFrom(table, name);
    if (!table.contract.ordering.includes(name) || !field) throw invalid('ordering', 'invalid_value');
    return `${field}${part.startsWith('-') ? ' desc nulls last' : ' asc nulls last'}`;
  });
  return sql.raw([...parts, 't.id'].join(', '));
}

/** The join that only this ordering needs. */
function orderingJoin(table: Table, context: ClientContext, ordering = ''): RawBuilder<unknown> {
  const names = new Set(ordering.split(',').map((part) => part.replace(/^-/, '')));
  const known = [...names].filter((name) => table.contract.ordering.includes(name));
  const joins = known.flatMap((name) => table.orderings?.[name]?.join(context) ?? []);
  return sql.join(joins, sql` `);
}
