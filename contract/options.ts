import { z } from 'zod';
import { Day, Id } from './kinds.ts';
import { OPTION_SOURCES, type OptionFilter } from './option-sources.ts';
import { IdList } from './resource.ts';

const OPTION_FILTERS = Object.keys(OPTION_SOURCES) as OptionFilter[];

/** A choice of a filter. */
export const FilterOption = z.object({ id: Id, name: z.string() }).meta({ id: 'FilterOption' });
export type FilterOption = z.infer<typeof FilterOption>;

/**
 * `farm` are the chosen farms, by default all visible ones. With days, rows that were deleted later and occur in these days are choices,
 * too.
 */
export const OptionsQuery = z.object({
  filter: z.enum(OPTION_FILTERS),
  farm: IdList,
  planned_on_after: Day.optional(),
  planned_on_before: Day.optional(),
});
export type OptionsQuery = z.infer<typeof OptionsQuery>;
