import { type RawBuilder, sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import type { Language } from '#contract/kinds.ts';
import type { Resource } from '#contract/resource.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { DB } from '#server/db/schema.gen.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { ApiError } from '#server/platform/errors.ts';
import type { TableBasics } from '#server/platform/table-basics.ts';
import type { Checks } from './check.ts';
import type { IdKind } from './id-kinds.ts';

/** A row as read, by the contract's field names. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any resource pass through here; the contract's schema types them at the edges
export type AnyRow = Record<string, any>;
export type Input = Record<string, unknown>;
/** A row to be written, from a save or from a file. */
export interface Change {
  /** 0 until a new row has been written. */
  id: number;
  /** Null for a new row. */
  before: AnyRow | null;
  /** The fields that were sent. For an existing row matched by a file's row, only those that differ. */
  input: Input;
  /** The row after the change. */
  after: AnyRow;
  /** Values for its columns; `checks` add theirs before the query, `prepare` afterwards. */
  columns: Input;
  /** Results of `checks` that `afterWrite` needs. */
  found: AnyRow;
  /** Reports a broken rule. A save stops there; a file's import collects the errors of all rows. */
  refuse: (error: ApiError) => void;
  refused: boolean;
  /** Set if a reference is replaced by another everywhere (see replace.ts). */
  replacing?: true;
}

/** A place where rows refer to another table, and how the reference is changed. */
export interface Naming {
  /** The table that is referred to. */
  of: Keys<DB>;
  /** Condition for rows `t` that refer to `id` and may still change. */
  where: (context: ClientContext, id: number) => RawBuilder<unknown>;
  /** Input of a save that replaces `from` by `to` in the row. */
  input: (row: AnyRow, from: number, to: number) => Input;
  /** True if the row may keep the old reference when a rule refuses the new one, because the row isn't used any more. */
  isAtRest?: (row: AnyRow) => boolean;
  /** Set if rows of closed months keep the old reference, and the old row is deleted nevertheless. */
  keepsPast?: true;
}

type Keys<T> = Extract<keyof T, string>;
type Fields<R extends Resource, K extends 'row' | 'create' | 'update'> = Keys<R[K]['shape']>;

/** Fields for the id and the name of each row that is referred to by `<name>_id`, read from the joined table. */
export const named = <N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.flatMap((name) => [[name, `t.${name}_id`] as const, [`${name}_name`, `${name}.name`] as const])) as Record<
    N | `${N}_name`,
    string
  >;

/**
 * How a resource of the contract is stored in the database. SQL texts here are constants of the program; `t` is the resource's own table.
 * All values from requests are passed as parameters.
 */
export interface Table<R extends Resource = Resource> extends TableBasics {
  contract: R;
  /** Joins after the own table; they add columns and never change the number of rows. */
  joins?: string;
  /** Further joins that depend on the caller or the time. */
  joinsFor?: (context: ClientContext) => RawBuilder<unknown>;
  /** SQL that a field is read from, if it isn't the column of the same name; null if `attachNested` adds the field. */
  fields?: Partial<Record<Fields<R, 'row'>, string | null>>;
  /** Column that a field is written to, if it isn't the one that it is read from; null if a hook writes it. */
  columns?: Partial<Record<Fields<R, 'create'>, string | null>>;
  /** Fields that refer to a row of another resource. The caller must be able to see that row, and it must not be deleted. */
  references?: Partial<Record<Fields<R, 'create'>, Bounded>>;
  /** A further condition for every read, by caller. */
  visibleTo?: (context: ClientContext) => RawBuilder<unknown>;
  search?: readonly string[];
  /** Further matches of a search, by the language of the text. */
  searchAlso?: (text: string, language: Language) => readonly RawBuilder<unknown>[];
  /** Conditions of filters that don't simply compare a field's value. */
  filters?: Partial<Record<Keys<R['filters']>, (value: never) => RawBuilder<unknown>>>;
  /** Kinds of ids of filters whose name means another kind in other lists. */
  idKinds?: Partial<Record<Keys<R['filters']>, IdKind>>;
  /** SQL of the default order; `id` follows. */
  order: string;
  /** Orderings by values that no column has: the join that only such a list needs, and the SQL to order by. */
  orderings?: Readonly<Record<string, { join: (context: ClientContext) => RawBuilder<unknown>; by: string }>>;
  /** Fields of the short list at `list/`; without them there is no short list. */
  lite?: readonly Fields<R, 'row'>[];
  /** Path of the list under the resource's path, `/dashboard` for farms. */
  listAt?: string;
  /** Set if the rows belong to the installation, not to a client. */
  installation?: true;
  /** Set if access rights depend on the rows: servers discard their cached rights with each change. */
  changesAccess?: true;
  /** The name shown in history. */
  title?: (row: AnyRow) => string;
  /** The row as history stores it, if that isn't the whole row. */
  historic?: (row: AnyRow) => AnyRow;
  /** The reason that a save gives. Only the history stores the reason. */
  reasonOf?: (input: Input) => string | undefined;
  /** Set if many screens load the list at once and it depends only on the caller's farms, rights and language: they share answers. */
  shared?: true;
  /** Adds nested lists to rows that were read. `made` means that the rows were just inserted, so nothing refers to them yet. */
  attachNested?: (db: Db, rows: AnyRow[], context: ClientContext, made?: boolean) => Promise<AnyRow[]>;
  /** Computes fields that follow from others, before all checks. Queries only for changes that need it. */
  derive?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<void>;
  /** Checks of changes against other rows, run in one statement with the references and judged after them. */
  checks?: (context: ClientContext, changes: readonly Change[]) => Checks;
  /** Checks that need more than one query; may add further columns. */
  prepare?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<void>;
  /** Writes data in other tables after the own rows are written. */
  afterWrite?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<void>;
  /**
   * Replaces `afterWrite` for a new row if its work doesn't need the row's id: the returned function is sent along with the insert. Returns
   * undefined if it can't. Only for tables without `prepare`.
   */
  withNew?: (context: ClientContext, change: Change) => ((tx: Tx) => Promise<void>) | undefined;
  /** Set if no field of the row shows the effect of `afterWrite`; then the row isn't read again. */
  afterWriteUnseen?: true;
  /** Replaceable references: fields of `references`, and nested parts. */
  naming?: readonly (Fields<R, 'create'> | Naming)[];
  /** Returns where the row is in use; any use prevents the delete. */
  uses?: (tx: Tx, context: ClientContext, id: number) => Promise<Use[]>;
  /** Removes data in other tables before the row is deleted. */
  beforeRemove?: (tx: Tx, context: ClientContext, before: AnyRow) => Promise<void>;
  /** Restores rows that `beforeRemove` removed, after a deleted row is restored. */
  afterRestore?: (tx: Tx, context: ClientContext, change: Change) => Promise<void>;
}

type Optional<K extends string, V> = { [P in K]?: V };
/** Every field without a column of the same name must be listed, with an existing column. */
type Named<F extends string, C extends string, V> = Record<Exclude<F, C>, V> & Optional<Extract<F, C>, V>;
/** By default, a field reads the column of the same name, or `<name>_id`. */
type WithIds<C extends string> = C | (C extends `${infer Field}_id` ? Field : never);

/** A resource in a table of the database; its fields are checked against the table's columns. */
export type TableOf<R extends Resource, T extends Keys<DB>> = Omit<Table<R>, 'table' | 'fields' | 'columns'> & {
  table: T;
} & Exceptions<'fields', Named<Fields<R, 'row'>, Keys<DB[T]>, string | null>> &
  Exceptions<'columns', Named<Fields<R, 'create'>, WithIds<Keys<DB[T]>>, Keys<DB[T]> | null>>;
/** May be left out if there are no exceptions. */
type Exceptions<Name extends string, E> = Partial<E> extends E ? { [P in Name]?: E } : Record<Name, E>;

/** The part of a table that decides which of its rows a caller may see. */
export type Bounded = TableBasics & Pick<Table, 'visibleTo' | 'installation'>;

/** SQL condition that a row is used in the days asked for by the rows `x`, whether or not it is deleted since. */
export const heldBy =
  (rows: string, day = 'x.planned_on') =>
  (from: string, to: string): RawBuilder<unknown> =>
    sql`exists (select from ${sql.raw(rows)} and x.client_id = t.client_id and ${sql.raw(day)} between ${from}::date and ${to}::date)`;

/** A resource's table in the type that the engine uses. */
export const anyTable = <R extends Resource>(table: Table<R>): Table => table as unknown as Table;

/** SQL of a table, or of `itself`, with its joins. */
export const source = (table: Table, context: ClientContext, itself = `${table.table} t`): RawBuilder<unknown> => {
  const own = sql.raw(`${itself} ${table.joins ?? ''}`);
  return table.joinsFor ? sql`${own} ${table.joinsFor(context)}` : own;
};

/** SQL that `expression` is one of `values`; an equality if there is only one, so that an index can give the order. */
export const isOneOf = (expression: string, values: readonly unknown[]): RawBuilder<unknown> =>
  values.length === 1 ? sql`${sql.raw(expression)} = ${values[0]}` : sql`${sql.raw(expression)} = any(${values})`;

/** A column of given rows: its type and its values. */
type Given = readonly [type: string, values: readonly unknown[]];

/**
 * SQL of given rows, with their columns and their position `n` from 1. A single row is written as values: PostgreSQL can't estimate the
 * length of an array and would plan the statement for each call.
 */
export function givenRows(name: string, columns: Readonly<Record<string, Given>>): RawBuilder<unknown> {
  const called = sql.ref(name);
  const each = Object.entries(columns);
  if (each.every(([, [, values]]) => values.length === 1)) {
    const values = each.map(([column, [type, [value]]]) => sql`${value}::${sql.raw(type)} as ${sql.ref(column)}`);
    return sql`(select ${sql.join(values)}, 1::bigint as n) as ${called}`;
  }
  const lists = each.map(([, [type, values]]) => sql`${values}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(lists)}) with ordinality as ${called} (${sql.join(each.map(([column]) => sql.ref(column)))}, n)`;
}

/**
 * Ends a select of rows `t` that are about to be referred to: locks them until the transaction ends, always in the same order. A delete
 * (`lockAndGet` with `toGo`) waits for the lock and then checks again whether the row is in use. Writing a reference takes the same lock,
 * only later.
 */
export const LOCKED_TO_REFER = sql.raw('order by t.id for key share of t');

/** SQL that a field of a row is read from; null if it isn't a field of the table. */
export function readFrom(table: Table, field: string): string | null {
  const named = table.fields?.[field];
  return named === undefined && field in table.contract.row.shape ? `t.${field}` : (named ?? null);
}

/** Fields that are written to a column unchanged: the one that they are read from, unless the table defines another. */
export const filledColumns = (table: Table): [field: string, column: string][] =>
  Object.keys(table.contract.create.shape).flatMap((field) => {
    const named = table.columns?.[field];
    return named === null ? [] : [[field, named ?? /^t\.(\w+)$/.exec(readFrom(table, field) ?? '')?.[1] ?? field]];
  });

/** The select list of a table's own fields. */
export const selection = (table: Table, only: readonly string[] = Object.keys(table.contract.row.shape)) =>
  sql.raw(
    only
      .map((field) => [field, readFrom(table, field)])
      .filter(([, expression]) => expression !== null)
      .map(([field, expression]) => `${expression} as "${field}"`)
      .join(', '),
  );
