import type { RawBuilder } from 'kysely';
import type { ImportRepeat, ImportUnusual } from '#contract/imports.ts';
import type { Resource } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { Action } from '#contract/rights.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { AnyRow, Change, Input, Table } from '#server/platform/resource/table.ts';

/** A change that a row of a file makes to the table. */
export interface FileChange extends Change {
  /** Position of the row in the file. */
  at: number;
  timezone: string;
}

/** A nested list, the fields of its parts that refer to another resource, and whether a file's parts equal those of the row. */
interface ImportableParts {
  field: string;
  references?: Readonly<Record<string, ResourceId>>;
  same?: (parts: readonly AnyRow[], before: AnyRow) => boolean;
}

/** Rows that are only ever added, in the order of their moments: each finds what the ones before it leave. */
interface Adding {
  /** The right needed. */
  by: Action;
  /** The field of the moment; rows without it are of now. */
  order: string;
}

/** A figure of the parts of a row. It is compared with the part's own last figure, else with those of similar parts. */
export interface PartFigure {
  /** The list of the row, and the figure of its parts. */
  list: string;
  figure: string;
  /** The key of similar parts; null for a part that isn't compared. */
  toKey: (part: AnyRow, row: AnyRow) => string | null;
  /** The fields that name a part within its row. */
  names: readonly string[];
  /** SQL of the figures of stored parts: `key`, `figure` and `id`, which rises with time. */
  stored: (context: ClientContext) => RawBuilder<unknown>;
  /** The usual figure if nothing similar is known. */
  otherwise?: number;
  /** True if small figures are normal. */
  onlyAbove?: boolean;
}

/** Figures that are compared with those of rows that have the same values in the fields `alike`, and figures of their parts. */
export interface Figures {
  figures: readonly string[];
  alike: readonly string[];
  /** Prices that are compared with the price of the row's feed if no row is alike. */
  ofFeed?: readonly string[];
  parts?: readonly PartFigure[];
}

/** Finds figures far off the usual, by the row's position in the file. */
type FindUnusual = (tx: Tx, context: ClientContext, changes: readonly FileChange[]) => Promise<ReadonlyMap<number, ImportUnusual[]>>;

/** How a list's unusual figures are found; `bounded` if all its figures have narrow limits. */
type UnusualRule = Figures | FindUnusual | 'bounded';

/** How a file's rows are read. The table defines how they are checked and written, by the rules of a save. */
export interface Importable<R extends Resource = Resource> {
  table: Table<R>;
  /** True if a row without an id is matched by name on its farm. If it matches nothing, it is new, unless `of` matches it. */
  byName: boolean;
  /** A row without an id is matched with the existing row that has the same values in these fields. */
  of?: readonly string[];
  /** Fields that express the same figure in two ways: an empty one is computed from the other, and both are checked if one changes. */
  together?: readonly (readonly string[])[];
  /** Fields with moments: without an offset they are in the farm's time. */
  moments?: readonly string[];
  /** Further fields that refer to a resource, in addition to the table's references. */
  references?: Readonly<Record<string, ResourceId>>;
  /** Fields whose names are searched among all rows of the farm's company. */
  ofCompany?: readonly string[];
  /** Rows are added in the order of their moments; one that is there isn't changed. */
  adds?: Adding;
  /**
   * Fields whose names are searched only among rows whose `column` equals the id in another `field` of the same row; that field is read
   * first. With `optional`, an empty `field` means all rows.
   */
  among?: Readonly<Record<string, { field: string; column: string; optional?: true }>>;
  parts?: readonly ImportableParts[];
  /** Finds new rows that look like repeats of existing rows, by position in the file. Rows with names need no such check. */
  repeats?: (tx: Tx, context: ClientContext, changes: readonly FileChange[]) => Promise<ReadonlyMap<number, ImportRepeat>>;
  /** The row in the form of the existing row, so that equal figures in other units or fields are no change. */
  asBefore?: (input: Input, before: AnyRow) => Input;
  /** Percentages of which one of at most 1 is probably written as a fraction: 0.34 for 34 %. */
  percents?: readonly string[];
  /** How figures far off the usual are found. */
  unusual: UnusualRule;
}
