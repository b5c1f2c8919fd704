import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '../../contract/resource.ts';
import { type ClientContext, farmsWithin } from './context.ts';
import { invalid } from './errors.ts';
import { type AnyRow, isOneOf, selection, source, type Table } from './table.ts';

/** What bounds a table's rows for this caller: the client, what is deleted, the farms in reach. */
export function bounds(table: Table, context: ClientContext, asked: readonly number[] = [], deleted?: boolean): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = table.installation ? [] : [sql`t.client_id = ${context.client}`];
  if (table.reach) conditions.push(table.reach(context));
  if (table.remove === 'soft') conditions.push(sql`t.deleted = ${deleted ?? false}`);
  if (table.farm || table.within) {
    const farms = farmsWithin(context, asked);
    if (farms) conditions.push(table.within ? table.within(farms) : isOneOf(table.farm ?? '', farms));
  }
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

type Query = ListQuery & Record<string, unknown>;

/** What a list's query leaves of a table's rows, for this caller. */
export function conditionsOf(table: Table, context: ClientContext, query: Partial<Query>): RawBuilder<unknown> {
  const asked = Array.isArray(query.farm) ? (query.farm as number[]) : [];
  const conditions = [
    bounds(table, context, asked, query.deleted as boolean | undefined),
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
  const { rows } = await sql<AnyRow>`
    select ${selection(table, only)} from ${from} where ${where}
    order by ${order(table, query.ordering)} limit ${query.page_size} offset ${offset}`.execute(context.db);
  // A page that isn't full tells the count by itself.
  const whole = rows.length < query.page_size && (rows.length > 0 || offset === 0);
  const count = whole
    ? offset + rows.length
    : await countOf(context, sql`select count(*) as count from ${countedFrom(table, query) ?? from} where ${where}`);
  return { data: table.complete && !only ? await table.complete(context.db, rows, context) : rows, count };
}

/** The own table alone, where no condition needs the joins: they never change how many rows there are, and cost most of a count. */
function countedFrom(table: Table, query: Query): RawBuilder<unknown> | undefined {
  const isOwn = (name: string) => !table.filters?.[name] && (table.fields[name] ?? 't.').startsWith('t.');
  const needsJoins =
    table.reach || !(table.farm ?? 't.').startsWith('t.') || query.search?.trim() || !activeFilters(table, query).every(isOwn);
  return needsJoins ? undefined : sql.raw(`${table.table} t`);
}

async function countOf(context: ClientContext, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await (query as RawBuilder<{ count: number }>).execute(context.db);
  return rows[0]?.count ?? 0;
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
    if (name === 'deleted' || (name === 'farm' && (table.farm || table.within))) return [];
    const field = table.fields[name];
    if (!field) throw new Error(`${table.contract.id}: no condition for filter ${name}`);
    return [Array.isArray(value) ? isOneOf(field, value) : sql`${sql.raw(field)} = ${value}`];
  });
}

function searchConditions(table: Table, search: string | undefined): RawBuilder<unknown>[] {
  const text = search?.trim();
  if (!text || !table.search?.length) return [];
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return [
    sql`(${sql.join(
      table.search.map((expression) => sql`${sql.raw(expression)} ilike ${pattern}`),
      sql` or `,
    )})`,
  ];
}

/** `ordering` may name several fields, comma-joined, `-` before one reverses it. */
function order(table: Table, ordering: string | undefined): RawBuilder<unknown> {
  if (!ordering) return sql.raw(`${table.order}, t.id desc`);
  const parts = ordering.split(',').map((part) => {
    const name = part.replace(/^-/, '');
    const field = table.fields[name];
    if (!table.contract.ordering.includes(name) || !field) throw invalid('ordering', 'invalid_value');
    return `${field}${part.startsWith('-') ? ' desc nulls last' : ' asc nulls last'}`;
  });
  return sql.raw([...parts, 't.id'].join(', '));
}
