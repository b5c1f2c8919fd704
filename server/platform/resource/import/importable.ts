import type { ImportRepeat, ImportUnusual } from '#contract/imports.ts';
import type { Resource } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { Action } from '#contract/rights.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { AnyRow, Change, Input, Table } from '#server/platform/resource/table.ts';

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

/** Rows that are only ever added, and may do what those before them leave to do. */
interface Adding {
  /** The right that it takes. */
  by: Action;
  /** The moment by which they go; those without are of now. */
  order: string;
  /** Adds a row as a save of its own does, inside the file's transaction. Gives its id. */
  add: (context: ClientContext, input: Input) => Promise<number>;
}

/** A figure of a row, compared with the figures of rows that have the same in the fields `alike`. */
export interface Figures {
  figures: readonly string[];
  alike: readonly string[];
}

/** Finds figures of rows, by their place in the file, that are far off what is usual. */
type FindUnusual = (tx: Tx, context: ClientContext, changes: readonly FileChange[]) => Promise<ReadonlyMap<number, ImportUnusual[]>>;

/** How a list's unusual figures are found. A list without figures to compare says why: its figures have close bounds, or are parts. */
type UnusualRule = Figures | FindUnusual | 'bounded' | 'parts';

/** How a file's rows are read. They are judged and written as the table says, by the rules of a save. */
export interface Importable<R extends Resource = Resource> {
  table: Table<R>;
  /** A row without an id is the living row of its farm with its name. Otherwise it is new, unless `of` says more. */
  byName: boolean;
  /** A row without an id is the one that is there with the same values in these fields. */
  of?: readonly string[];
  /** Fields that are two sides of one figure: an empty one follows the other, and both are judged if one changes. */
  together?: readonly (readonly string[])[];
  /** Fields that are moments: without an offset they are the farm's own time. */
  moments?: readonly string[];
  /** Fields that name a row of a resource each, beside those that the table knows. */
  references?: Readonly<Record<string, ResourceId>>;
  /** Whoever's farm it is, names of these fields hold in all of its company. */
  ofCompany?: readonly string[];
  /** Each row is added by itself, one after the other; one that is there isn't changed. */
  adds?: Adding;
  /** Fields whose names hold only among the rows that have in `column` what another `field` of the file's row names, which comes before it; `optional`: among all, where it names none. */
  among?: Readonly<Record<string, { field: string; column: string; optional?: true }>>;
  parts?: readonly ImportableParts[];
  /** Of new rows, by their place in the file: those that look as if they were there already. Names tell it of others. */
  repeats?: (tx: Tx, context: ClientContext, changes: readonly FileChange[]) => Promise<ReadonlyMap<number, ImportRepeat>>;
  /** How figures are found that are far off what is usual. */
  unusual: UnusualRule;
}
