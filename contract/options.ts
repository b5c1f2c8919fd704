import { z } from 'zod';
import { Day, Id } from './kinds.ts';
import { IdList } from './resource.ts';

/** The filters whose choices the server knows; those of statuses and ways to calculate are words, and farms are known from the start. */
const OPTION_FILTERS = [
  'animal_type',
  'group',
  'ration',
  'mixer',
  'ingredient',
  'loading',
  'stock',
  'blank',
  'animalfeed_recipe',
  'worker',
] as const;
export type OptionFilter = (typeof OPTION_FILTERS)[number];

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
