import type { RawBuilder } from 'kysely';
import { OPTION_SOURCES, type OptionFilter } from '#contract/option-sources.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { DB } from '#server/db/schema.gen.ts';

/** Common knowledge about a resource's table: its rows, and who reaches them. SQL texts are constants of the program; `t` is the table. */
export interface TableBasics {
  table: Extract<keyof DB, string>;
  /** The farm's column, if rows belong to a farm. */
  farm?: string;
  /** The company whose farms share a row, if rows may be shared. */
  sharedBy?: string;
  /** SQL condition for visible farms, if it isn't simply the farm's column. */
  inFarms?: (farms: readonly number[]) => RawBuilder<unknown>;
  /** Rows have no name, so that files name them by id only. */
  unnamed?: true;
  /** `soft` marks the row as deleted. */
  remove: 'soft' | 'hard' | 'never';
  /** The rows that a filter offers, if not all undeleted ones. */
  choices?: {
    /** Deleted rows that these days still contain. */
    lasting?: (from: string, to: string) => RawBuilder<unknown>;
    /** The rows that are useful in the filter's report. */
    serving?: (report: string | null) => RawBuilder<unknown>;
  };
}

/** Tables of the resources with readable rows. */
export type Tables = ReadonlyMap<ResourceId, TableBasics>;

/** The table of a resource. */
export function tableOf(tables: Tables, resource: ResourceId): TableBasics {
  const table = tables.get(resource);
  if (!table) throw new Error(`${resource} has no table of its own.`);
  return table;
}

/** The table whose rows a filter offers. */
export const tableOfFilter = (tables: Tables, filter: OptionFilter): TableBasics => tableOf(tables, OPTION_SOURCES[filter][0]);
