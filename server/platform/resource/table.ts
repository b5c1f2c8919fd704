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
/** A row that is to be written: the one of a save, or one of a file's many. */
export interface Change {
  /** 0 until a new row has been written. */
  id: number;
  /** Null for a new row. */
  before: AnyRow | null;
  /** The fields that were sent; of a file's row that is there only those that differ. */
  input: Input;
  /** The row as it is to be. */
  after: AnyRow;
  /** What goes into its columns; `checks` add theirs before they ask, `prepare` after. */
  columns: Input;
  /** What `checks` found that `afterWrite` needs. */
  found: AnyRow;
  /** Says which rule it breaks. A save ends there; a file is told of all its rows. */
  refuse: (error: ApiError) => void;
  refused: boolean;
  /** What it names takes the place of something else, wherever that is named. */
  replacing?: true;
}

/** A place where rows name one of another table, and how they come to name another instead. */
export interface Naming {
  /** The table of what is named. */
  of: Keys<DB>;
  /** Which rows `t` name `id`, of those that may still change. */
  where: (context: ClientContext, id: number) => RawBuilder<unknown>;
  /** What a save of the row sends to name `to` in place of `from`. */
  input: (row: AnyRow, from: number, to: number) => Input;
  /** Nothing is lost by a row that goes on naming the old one when a rule refuses the new: it is at rest. */
  isAtRest?: (row: AnyRow) => boolean;
  /** Rows of closed months go on naming the old one, which is deleted all the same. */
  keepsPast?: true;
}

type Keys<T> = Extract<keyof T, string>;
type Fields<R extends Resource, K extends 'row' | 'create' | 'update'> = Keys<R[K]['shape']>;

/** Fields of each that a row refers to by `<name>_id`, joined as what it is: its number and its name. */
export const named = <N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.flatMap((name) => [[name, `t.${name}_id`] as const, [`${name}_name`, `${name}.name`] as const])) as Record<
    N | `${N}_name`,
    string
  >;

/**
 * How a contract's resource lies in the database. SQL texts here are constants of the program; `t` is the resource's own
 * table. Whatever a caller sends goes in as a parameter.
 */
export interface Table<R extends Resource = Resource> extends TableBasics {
  contract: R;
  /** Joins after the own table; each adds columns, none adds or drops rows. */
  joins?: string;
  /** Further joins that need to know who asks, or when. */
  joinsFor?: (context: ClientContext) => RawBuilder<unknown>;
  /** What a field of a row is read from, where it isn't the column of its name; null: `attachNested` adds it. */
  fields?: Partial<Record<Fields<R, 'row'>, string | null>>;
  /** The column that a field goes into, where it isn't the one that it is read from; null: a hook writes it. */
  columns?: Partial<Record<Fields<R, 'create'>, string | null>>;
  /** Fields that name a row of another resource, which must be one that the caller reaches, and not deleted. */
  references?: Partial<Record<Fields<R, 'create'>, Bounded>>;
  /** A further bound on every read, by who asks. */
  visibleTo?: (context: ClientContext) => RawBuilder<unknown>;
  search?: readonly string[];
  /** What a search finds besides, by the language in which the text is written. */
  searchAlso?: (text: string, language: Language) => readonly RawBuilder<unknown>[];
  /** Conditions of filters that aren't simply a field's value. */
  filters?: Partial<Record<Keys<R['filters']>, (value: never) => RawBuilder<unknown>>>;
  /** The kinds of ids of filters whose name means another kind elsewhere. */
  idKinds?: Partial<Record<Keys<R['filters']>, IdKind>>;
  /** SQL of the order when none is asked for; `id` follows. */
  order: string;
  /** What a list is put in order by that no column of its rows holds, by the ordering's name: a join that only such a list needs, and what it adds. */
  orderings?: Readonly<Record<string, { join: (context: ClientContext) => RawBuilder<unknown>; by: string }>>;
  /** Fields of the short list at `list/`; none = there is no short list. */
  lite?: readonly Fields<R, 'row'>[];
  /** The list's path under the resource's, `/dashboard` for farms. */
  listAt?: string;
  /** Belongs to the installation, not to a client. */
  installation?: true;
  /** Who may do what follows from it: what servers remember of that is forgotten with each change. */
  changesAccess?: true;
  /** The name that history shows. */
  title?: (row: AnyRow) => string;
  /** The row as history keeps it, where that isn't all of it. */
  historic?: (row: AnyRow) => AnyRow;
  /** Many screens follow its list at once, and nothing in it depends on who asks but for their farms, rights and language: they share answers. */
  shared?: true;
  /** Adds nested lists to rows that were read. `made`: just now, so that nothing refers to them yet. */
  attachNested?: (db: Db, rows: AnyRow[], context: ClientContext, made?: boolean) => Promise<AnyRow[]>;
  /** What other rows must say to changes, asked in one statement with the references and judged after them. */
  checks?: (context: ClientContext, changes: readonly Change[]) => Checks;
  /** Checks what takes more than a look, and adds further columns. */
  prepare?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<void>;
  /** Writes what lies in other tables, once the own rows are there. */
  afterWrite?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<void>;
  /**
   * Where all that `afterWrite` would do for this new row can be said before its id is known: what does it instead, sent along with the row.
   * Undefined where it can't. Of tables without `prepare` alone.
   */
  withNew?: (context: ClientContext, change: Change) => ((tx: Tx) => Promise<void>) | undefined;
  /** What `afterWrite` writes shows in no field of the row, which then isn't read again after it. */
  afterWriteUnseen?: true;
  /** What its rows name that another can take the place of: fields of `references`, and what is nested. */
  naming?: readonly (Fields<R, 'create'> | Naming)[];
  /** Where it is in use; anything refuses the delete. */
  uses?: (tx: Tx, context: ClientContext, id: number) => Promise<Use[]>;
  /** Undoes what lies in other tables, before the row goes. */
  beforeRemove?: (tx: Tx, context: ClientContext, before: AnyRow) => Promise<void>;
  /** Does again what `beforeRemove` undid, once a deleted row is back. */
  afterRestore?: (tx: Tx, context: ClientContext, change: Change) => Promise<void>;
}

type Optional<K extends string, V> = { [P in K]?: V };
/** Every field that has no column of its name is to be named, with one that there is. */
type Named<F extends string, C extends string, V> = Record<Exclude<F, C>, V> & Optional<Extract<F, C>, V>;
/** A field reads the column of its name, or `<name>_id`, by default. */
type WithIds<C extends string> = C | (C extends `${infer Field}_id` ? Field : never);

/** A resource in a table of the database, whose columns its fields are checked against. */
export type TableOf<R extends Resource, T extends Keys<DB>> = Omit<Table<R>, 'table' | 'fields' | 'columns'> & {
  table: T;
} & Exceptions<'fields', Named<Fields<R, 'row'>, Keys<DB[T]>, string | null>> &
  Exceptions<'columns', Named<Fields<R, 'create'>, WithIds<Keys<DB[T]>>, Keys<DB[T]> | null>>;
/** Needn't be said where there are none. */
type Exceptions<Name extends string, E> = Partial<E> extends E ? { [P in Name]?: E } : Record<Name, E>;

/** What says which rows of a table a caller reaches. */
export type Bounded = TableBasics & Pick<Table, 'visibleTo' | 'installation'>;

/** Days hold a row by these rows `x` of theirs, whether or not it is deleted since. */
export const heldBy =
  (rows: string, day = 'x.planned_on') =>
  (from: string, to: string): RawBuilder<unknown> =>
    sql`exists (select from ${sql.raw(rows)} and x.client_id = t.client_id and ${sql.raw(day)} between ${from}::date and ${to}::date)`;

/** A resource's table as the engine takes it, whatever its contract. */
export const anyTable = <R extends Resource>(table: Table<R>): Table => table as unknown as Table;

/** What a table's rows are read from: itself (or what else is called `t`) and its joins. */
export const source = (table: Table, context: ClientContext, itself = `${table.table} t`): RawBuilder<unknown> => {
  const own = sql.raw(`${itself} ${table.joins ?? ''}`);
  return table.joinsFor ? sql`${own} ${table.joinsFor(context)}` : own;
};

/** `expression` is one of `values`; an equality when there is one, so that an index's order serves. */
export const isOneOf = (expression: string, values: readonly unknown[]): RawBuilder<unknown> =>
  values.length === 1 ? sql`${sql.raw(expression)} = ${values[0]}` : sql`${sql.raw(expression)} = any(${values})`;

/** A column of rows that are given: its type, and its value in each. */
type Given = readonly [type: string, values: readonly unknown[]];

/**
 * Rows that are given, with their columns and their place `n`, from 1. A single one is told by its values: of a list PostgreSQL doesn't know
 * how long it will be, and plans the statement anew each time.
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
 * Ends a select of the rows `t` that somebody is about to refer to: they are held until the transaction ends, in one order for all. Whoever
 * is to delete one (`lockAndGet`, to go) waits until then, looks again whether it is in use, and keeps others from referring to it meanwhile; what
 * has gone while it was waited for is no longer among the rows. It is the lock that writing a reference takes anyway, only earlier.
 */
export const LOCKED_TO_REFER = sql.raw('order by t.id for key share of t');

/** What a field of a row is read from; null for what is no field, or none of the table's own. */
export function readFrom(table: Table, field: string): string | null {
  const named = table.fields?.[field];
  return named === undefined && field in table.contract.row.shape ? `t.${field}` : (named ?? null);
}

/** The columns that fields fill as they are: those that they are read from, unless the table names another. */
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
