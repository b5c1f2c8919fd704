import { z } from 'zod';
import { Day, Id } from './kinds.ts';
import { OPTION_SOURCES, type OptionFilter } from './option-sources.ts';
import { IdList } from './resource.ts';

const OPTION_FILTERS = Object.keys(OPTION_SOURCES) as OptionFilter[];

/** One choice of a filter. */
export const FilterOption = z.object({ id: Id, name: z.string() }).meta({ id: 'FilterOption' });
export type FilterOption = z.infer<typeof FilterOption>;

/** `farm`: the farms chosen, all in reach when none is. With days what has been deleted since, and they still hold, is a choice, too. */
export const OptionsQuery = z.object({
  filter: z.enum(OPTION_FILTERS),
  farm: IdList,
  planned_on_after: Day.optional(),
  planned_on_before: Day.optional(),
});
export type OptionsQuery = z.infer<typeof OptionsQuery>;
