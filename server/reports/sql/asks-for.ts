import type { ReportScope } from './scope.ts';

const FILTERS_OF_GROUPS = ['group', 'animal_type'] as const;
const FILTERS_OF_LOADS = ['ration', 'mixer', 'worker', 'status', 'loading'] as const;
const FILTERS_OF_SCHEDULES = [...FILTERS_OF_LOADS, ...FILTERS_OF_GROUPS] as const;

export const asksForGroups = ({ filters }: ReportScope) => FILTERS_OF_GROUPS.some((filter) => filters[filter]?.length);
/** Some of a group's feedings are asked for, and not all of its day. */
export const asksForLoads = ({ filters }: ReportScope) => FILTERS_OF_LOADS.some((filter) => filters[filter]?.length);
/** Some of the schedules are asked for, and not all of the farms' days. */
export const asksForSchedules = ({ filters, schedule }: ReportScope) =>
  schedule !== undefined || FILTERS_OF_SCHEDULES.some((filter) => filters[filter]?.length);

/** Some of the feeds are asked for. */
export const asksForIngredients = ({ filters }: ReportScope) => Boolean(filters.ingredient?.length || filters.stock?.length);
/** Some of the batches are asked for. */
export const asksForBatches = ({ filters, batch }: ReportScope) =>
  batch !== undefined ||
  [filters.animalfeed_recipe, filters.worker, filters.status, filters.loaded_time_min, filters.loaded_time_max].some(
    (requested) => requested?.length,
  );
