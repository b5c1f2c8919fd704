import type { ReportScope } from './scope.ts';

const FILTERS_OF_GROUPS = ['group', 'animal_type'] as const;
const FILTERS_OF_LOADS = ['ration', 'mixer', 'worker', 'status', 'loading'] as const;
const FILTERS_OF_SCHEDULES = [...FILTERS_OF_LOADS, ...FILTERS_OF_GROUPS] as const;

export const asksForGroups = ({ filters }: ReportScope) => FILTERS_OF_GROUPS.some((filter) => filters[filter]?.length);
/** True if only some of a group's feedings are requested, not its whole day. */
export const asksForLoads = ({ filters }: ReportScope) => FILTERS_OF_LOADS.some((filter) => filters[filter]?.length);
/** True if only some schedules are requested, not whole days of farms. */
export const asksForSchedules = ({ filters, schedule }: ReportScope) =>
  schedule !== undefined || FILTERS_OF_SCHEDULES.some((filter) => filters[filter]?.length);

/** True if only some feeds are requested. */
export const asksForIngredients = ({ filters }: ReportScope) => Boolean(filters.ingredient?.length || filters.stock?.length);
/** True if only some batches are requested. */
export const asksForBatches = ({ filters, batch }: ReportScope) =>
  batch !== undefined ||
  [filters.animalfeed_recipe, filters.worker, filters.status, filters.loaded_time_min, filters.loaded_time_max].some(
    (requested) => requested?.length,
  );
