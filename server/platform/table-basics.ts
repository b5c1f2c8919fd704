import type { RawBuilder } from 'kysely';
import { OPTION_SOURCES, type OptionFilter } from '#contract/option-sources.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { DB } from '#server/db/schema.gen.ts';

/** What everybody may know of a resource's table: where its rows lie, and who reaches them. SQL texts are constants of the program; `t` is the table itself. */
export interface TableBasics {
  table: Extract<keyof DB, string>;
  /** The farm's column, where rows belong to a farm. */
  farm?: string;
  /** The company whose farms share a row, where a row may be shared. */
  sharedBy?: string;
  /** Its condition for the farms in reach, where it isn't simply one of them. */
  inFarms?: (farms: readonly number[]) => RawBuilder<unknown>;
  /** Its rows have no name: a file names them by their ids alone. */
  unnamed?: true;
  /** `soft` keeps the row, marked deleted. */
  remove: 'soft' | 'hard' | 'never';
  /** How a filter offers its rows, where that isn't all that aren't deleted. */
  choices?: {
    /** Deleted rows that these days still hold. */
    lasting?: (from: string, to: string) => RawBuilder<unknown>;
    /** Those of them that serve the report whose filter it is. */
    serving?: (report: string | null) => RawBuilder<unknown>;
  };
}

/** Of each resource that has rows of its own to be read. */
export type Tables = ReadonlyMap<ResourceId, TableBasics>;

/** The table of a resource. */
export function tableOf(tables: Tables, resource: ResourceId): TableBasics {
  const table = tables.get(resource);
  if (!table) throw new Error(`${resource} has no table of its own.`);
  return table;
}

/** The table whose rows a filter is of. */
export const tableOfFilter = (tables: Tables, filter: OptionFilter): TableBasics => tableOf(tables, OPTION_SOURCES[filter][0]);
