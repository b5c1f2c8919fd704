import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { ListQuery } from '#contract/resource.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import type { TableBasics } from '#server/platform/table-basics.ts';
import { type Bounded, isOneOf, readFrom, type Table } from './table.ts';

/** What bounds a table's rows for this caller: the client, what is deleted, the farms in reach. */
export function bounds(table: Bounded, context: ClientContext, requested: readonly number[] = [], deleted?: boolean): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = table.installation ? [] : [sql`t.client_id = ${context.client}`];
  if (table.visibleTo) conditions.push(table.visibleTo(context));
  if (table.remove === 'soft') conditions.push(deleted ? sql`t.deleted` : sql`not t.deleted`);
  // No deleted row of another table is left.
  else if (deleted) conditions.push(sql`false`);
  if (table.farm || table.inFarms) {
    const farms = farmsInScope(context, requested);
    if (farms) conditions.push(onFarms(table, farms));
  }
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** What bounds a table's rows to farms; nothing, where they are the client's, whatever the farms. */
export const onFarms = ({ farm, inFarms }: TableBasics, farms: readonly number[]): RawBuilder<unknown> =>
  inFarms?.(farms) ?? (farm ? isOneOf(farm, farms) : sql`true`);

export type Query = ListQuery & Record<string, unknown>;

/** What a list's query leaves of a table's rows, for this caller. */
export function conditionsOf(table: Table, context: ClientContext, query: Partial<Query>): RawBuilder<unknown> {
  const requested = Array.isArray(query.farm) ? (query.farm as number[]) : [];
  const conditions = [
    bounds(table, context, requested, query.deleted as boolean | undefined),
    ...filterConditions(table, query),
    ...searchConditions(table, query.search, (query.search_language as Language | undefined) ?? context.language),
  ];
  return sql.join(conditions, sql` and `);
}

/** The filters that were given a value. */
export const activeFilters = (table: Table, query: Partial<Query>): string[] =>
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

function searchConditions(table: Table, search: string | undefined, language: Language): RawBuilder<unknown>[] {
  const text = search?.trim();
  if (!text || !table.search?.length) return [];
  return [sql`(${sql.join([matches(table.search, text), ...(table.searchAlso?.(text, language) ?? [])], sql` or `)})`];
}

/** One of the expressions has the text. It is as `ilike` finds it, which would make the pattern small again for each row. */
export function matches(expressions: readonly string[], text: string): RawBuilder<unknown> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(${sql.join(
    expressions.map((expression) => sql`lower(${sql.raw(expression)}) like lower(${pattern})`),
    sql` or `,
  )})`;
}
