import { type RawBuilder, sql } from 'kysely';
import { foldLookalikes } from '#common/files/incoming/keys.ts';
import type { Language } from '#contract/kinds.ts';
import type { ListQuery } from '#contract/resource.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import type { TableBasics } from '#server/platform/table-basics.ts';
import { type Bounded, isOneOf, readFrom, type Table } from './table.ts';

/** SQL conditions for the rows of a table that the caller may see: by client, deletion and farms. */
export function bounds(table: Bounded, context: ClientContext, requested: readonly number[] = [], deleted?: boolean): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = table.installation ? [] : [sql`t.client_id = ${context.client}`];
  if (table.visibleTo) conditions.push(table.visibleTo(context));
  if (table.remove === 'soft') conditions.push(deleted ? sql`t.deleted` : sql`not t.deleted`);
  // Other tables keep no deleted rows.
  else if (deleted) conditions.push(sql`false`);
  if (table.farm || table.inFarms) {
    const farms = farmsInScope(context, requested);
    if (farms) conditions.push(onFarms(table, farms));
  }
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** SQL condition that limits a table's rows to these farms; undefined for tables whose rows belong to the whole client. */
export const onFarms = ({ farm, inFarms }: TableBasics, farms: readonly number[]): RawBuilder<unknown> =>
  inFarms?.(farms) ?? (farm ? isOneOf(farm, farms) : sql`true`);

export type Query = ListQuery & Record<string, unknown>;

/** SQL conditions of a list's query for this caller. */
export function conditionsOf(table: Table, context: ClientContext, query: Partial<Query>): RawBuilder<unknown> {
  const requested = Array.isArray(query.farm) ? (query.farm as number[]) : [];
  const conditions = [
    bounds(table, context, requested, query.deleted as boolean | undefined),
    ...filterConditions(table, query),
    ...searchConditions(table, query.search, (query.search_language as Language | undefined) ?? context.language),
  ];
  return sql.join(conditions, sql` and `);
}

/** Returns the names of the filters that have a value. */
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

/** Signs that a name's key changes, other than capital letters. The key of a text without them is its lower case, which costs a tenth. */
const KEYED_SIGNS = '[«»“”„‟″’‘ʼʹ`´‛\u00a0\u00ad\u0300-\u036f\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff\t\n\r]|  ';

/** SQL that is true if one of the expressions contains the text. Both are compared by the key of names. */
export function matches(expressions: readonly string[], text: string): RawBuilder<unknown> {
  const patterns = [...new Set([text, foldLookalikes(text)])].map((one) => `%${one.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  const contains = (expression: RawBuilder<unknown>, pattern: string) => sql`
    lower(${expression}) like name_key(${pattern}) or (${expression} ~ ${sql.lit(KEYED_SIGNS)} and name_key(${expression}) like name_key(${pattern}))`;
  const found = expressions.flatMap((expression) => patterns.map((pattern) => contains(sql.raw(expression), pattern)));
  return sql`(${sql.join(found, sql` or `)})`;
}
