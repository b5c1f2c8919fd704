import type { ImportRepeat, ImportUnusual } from '#contract/imports.ts';
import type { Resource } from '#contract/resource.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { AnyRow, Input, Table } from '#server/platform/resource/table.ts';
import type { Refuse } from './problems.ts';

/** A row of a file that makes or changes a row of the table. */
export interface Change {
  /** Its place in the file. */
  at: number;
  /** 0 until a new row has been written. */
  id: number;
  before: AnyRow | null;
  /** What a create or an update would take: of a row that is there, only what differs. */
  input: Input;
  /** The farm that the row is of, or comes to. */
  farm: number;
  timezone: string;
  refuse: Refuse;
}

/** How rows of a file go into a resource: `prepare` and `afterWrite` of its table, for thousands of rows at once. */
export interface Importable<R extends Resource = Resource> {
  table: Table<R>;
  /** A row without an id is the living row of its farm with its name. Otherwise it is always new. */
  byName: boolean;
  /** Fields that are moments: without an offset they are the farm's own time. */
  moments?: readonly string[];
  /** A nested list whose parts name a row of `target` in the field `reference`. */
  parts?: { field: string; reference: string; target: string };
  /** Checks what the schema can't, and gives further columns to write, in the order of the changes. */
  prepare?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<Input[]>;
  /** Of new rows, by their place in the file: those that look as if they were there already. Names tell it of others. */
  repeats?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<ReadonlyMap<number, ImportRepeat>>;
  /** Of rows, by their place in the file: fields that are far off what is usual. */
  unusual?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<ReadonlyMap<number, ImportUnusual[]>>;
  /** Writes what lies in other tables, once the rows are there. */
  settle?: (tx: Tx, context: ClientContext, changes: readonly Change[]) => Promise<void>;
}
