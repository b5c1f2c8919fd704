import { type SavedFilters, savedPeriods } from '#contract/operations/blanks.ts';
import { invalid } from '#server/platform/errors.ts';

const FIXED_DAYS = ['planned_on_after', 'planned_on_before', 'month'];

/** 400 if a saved filter has an unknown period, or both a period and days. */
export function demandSavedDays(type: string, filters: SavedFilters): void {
  const { period } = filters;
  if (period === undefined) return;
  if (!savedPeriods(type).some((known) => known === period)) throw invalid('filters.period', 'invalid_value');
  const fixed = FIXED_DAYS.find((name) => filters[name] !== undefined);
  if (fixed) throw invalid(`filters.${fixed}`, 'invalid_value');
}
