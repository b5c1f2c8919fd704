import type { ImportRepeat, ImportUnusual } from '#contract/imports.ts';
import type { Resource } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { AnyRow, Change, Table } from '#server/platform/resource/table.ts';

/** A row of a file that makes or changes a row of the table. */
export interface FileChange extends Change {
  /** Its place in the file. */
  at: number;
  timezone: string;
}

/** A nested list, the fields of its parts that name a row of a resource each, and whether a file's parts say what the row has already. */
interface ImportableParts {
  field: string;
  references?: Readonly<Record<string, ResourceId>>;
  same?: (parts: readonly AnyRow[], before: AnyRow) => boolean;
}

/** How a file's rows are read. They are judged and written as the table says, by the rules of a save. */
export interface Importable<R extends Resource = Resource> {
  table: Table<R>;
  /** A row without an id is the living row of its farm with its name. Otherwise it is new, unless `of` says more. */
  byName: boolean;
  /** A row without an id is the one that is there with the same values in these fields. */
  of?: readonly string[];
  /** Fields that are moments: without an offset they are the farm's own time. */
  moments?: readonly string[];
  /** Fields that name a row of a resource each, beside those that the table knows. */
  references?: Readonly<Record<string, ResourceId>>;
  /** Fields whose names hold only among the rows that have in `column` what another `field` of the file's row names, which comes before it. */
  among?: Readonly<Record<string, { field: string; column: string }>>;
  parts?: readonly ImportableParts[];
  /** Of new rows, by their place in the file: those that look as if they were there already. Names tell it of others. */
  repeats?: (tx: Tx, context: ClientContext, changes: readonly FileChange[]) => Promise<ReadonlyMap<number, ImportRepeat>>;
  /** Of rows, by their place in the file: fields that are far off what is usual. */
  unusual?: (tx: Tx, context: ClientContext, changes: readonly FileChange[]) => Promise<ReadonlyMap<number, ImportUnusual[]>>;
}
