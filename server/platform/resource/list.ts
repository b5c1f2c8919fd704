import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/resource.ts';
import type { Db } from '#server/db/database.ts';
import { pipelined } from '#server/db/pipelined.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { TableBasics } from '#server/platform/table-basics.ts';
import { type AnyRow, type Bounded, isOneOf, readFrom, selection, source, type Table } from './table.ts';

/** What bounds a table's rows for this caller: the client, what is deleted, the farms in reach. */
export function bounds(table: Bounded, context: ClientContext, requested: readonly number[] = [], deleted?: boolean): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = table.installation ? [] : [sql`t.client_id = ${context.client}`];
  if (table.visibleTo) conditions.push(table.visibleTo(context));
  if (table.remove === 'soft') conditions.push(deleted ? sql`t.deleted` : sql`not t.deleted`);
  if (table.farm || table.inFarms) {
    const farms = farmsInScope(context, requested);
    if (farms) conditions.push(onFarms(table, farms));
  }
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** What bounds a table's rows to farms; nothing, where they are the client's, whatever the farms. */
export const onFarms = ({ farm, inFarms }: TableBasics, farms: readonly number[]): RawBuilder<unknown> =>
  inFarms?.(farms) ?? (farm ? isOneOf(farm, farms) : sql`true`);

type Query = ListQuery & Record<string, unknown>;

/** What a list's query leaves of a table's rows, for this caller. */
export function conditionsOf(table: Table, context: ClientContext, query: Partial<Query>): RawBuilder<unknown> {
  const requested = Array.isArray(query.farm) ? (query.farm as number[]) : [];
  const conditions = [
    bounds(table, context, requested, query.deleted as boolean | undefined),
    ...filterConditions(table, query),
    ...searchConditions(table, query.search),
  ];
  return sql.join(conditions, sql` and `);
}

/** One page of a table, and how many rows match in all. */
export async function list(
  table: Table,
  context: ClientContext,
  query: Query,
  only?: readonly string[],
): Promise<{ data: AnyRow[]; count: number }> {
  const where = conditionsOf(table, context, query);
  const from = source(table, context);
  const offset = (query.page - 1) * query.page_size;
  const page = sql<AnyRow>`
    select ${selection(table, only)} from ${from} ${orderingJoin(table, context, query.ordering)} where ${where}
    order by ${order(table, query.ordering)} limit ${query.page_size} offset ${offset}`;
  const counting = sql<{ count: number }>`select count(*) as count from ${countedFrom(table, query) ?? from} where ${where}`;
  // What nothing but the farm narrows fills its page, or is soon counted.
  const narrowed = query.search?.trim() || activeFilters(table, query).some((name) => name !== 'farm' && name !== 'deleted');
  const { rows, count } = await (narrowed
    ? pageFirst(context.db, page, counting, query.page_size, offset)
    : both(context.db, page, counting));
  return { data: table.attachNested && !only ? await table.attachNested(context.db, rows, context) : rows, count };
}

interface Page {
  rows: AnyRow[];
  count: number;
}
type Counting = RawBuilder<{ count: number }>;

/** In one round trip, on one connection. */
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

/** A page that isn't full tells the count by itself; to find all that a filter leaves may take long. */
async function pageFirst(db: Db, page: RawBuilder<AnyRow>, counting: Counting, size: number, offset: number): Promise<Page> {
  const { rows } = await page.execute(db);
  if (rows.length < size && (rows.length > 0 || offset === 0)) return { rows, count: offset + rows.length };
  const counted = await counting.execute(db);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

/** The own table alone, where no condition needs the joins: they never change how many rows there are, and cost most of a count. */
function countedFrom(table: Table, query: Query): RawBuilder<unknown> | undefined {
  const isOwn = (name: string) => !table.filters?.[name] && (readFrom(table, name) ?? 't.').startsWith('t.');
  const needsJoins =
    table.visibleTo || !(table.farm ?? 't.').startsWith('t.') || query.search?.trim() || !activeFilters(table, query).every(isOwn);
  return needsJoins ? undefined : sql.raw(`${table.table} t`);
}

/** The filters that were given a value. */
const activeFilters = (table: Table, query: Partial<Query>): string[] =>
  Object.keys(table.contract.filters).filter((name) => {
    const value = query[name];
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });

function filterConditions(table: Table, query: Partial<Query>): RawBuilder<unknown>[] {
  return activeFilters(table, query).flatMap((name) => {
    const value = query[name];
    const custom = table.filters?.[name] as ((value: unknown) => RawBuilder<unknown>) | undefined;
    if (custom) return [custom(value)];
    if (name === 'deleted' || (name === 'farm' && (table.farm || table.inFarms))) return [];
    const field = readFrom(table, name);
    if (!field) throw new Error(`${table.contract.path}: no condition for filter ${name}`);
    return [Array.isArray(value) ? isOneOf(field, value) : sql`${sql.raw(field)} = ${value}`];
  });
}

function searchConditions(table: Table, search: string | undefined): RawBuilder<unknown>[] {
  const text = search?.trim();
  return text && table.search?.length ? [matches(table.search, text)] : [];
}

/** One of the expressions has the text. It is as `ilike` finds it, which would make the pattern small again for each row. */
export function matches(expressions: readonly string[], text: string): RawBuilder<unknown> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(${sql.join(
    expressions.map((expression) => sql`lower(${sql.raw(expression)}) like lower(${pattern})`),
    sql` or `,
  )})`;
}

/** `ordering` may name several fields, comma-joined, `-` before one reverses it. */
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

/** What only this ordering needs joined. */
function orderingJoin(table: Table, context: ClientContext, ordering = ''): RawBuilder<unknown> {
  const names = new Set(ordering.split(',').map((part) => part.replace(/^-/, '')));
  const known = [...names].filter((name) => table.contract.ordering.includes(name));
  const joins = known.flatMap((name) => table.orderings?.[name]?.join(context) ?? []);
  return sql.join(joins, sql` `);
}
