import { type SavedFilters, savedPeriods } from '#contract/operations/blanks.ts';
import { invalid } from '#server/platform/errors.ts';

const FIXED_DAYS = ['planned_on_after', 'planned_on_before', 'month'];

/** 400 when the days of what is kept under a name are to move by what isn't known, or both move and stand. */
export function demandSavedDays(type: string, filters: SavedFilters): void {
  const { period } = filters;
  if (period === undefined) return;
  if (!savedPeriods(type).some((known) => known === period)) throw invalid('filters.period', 'invalid_value');
  const fixed = FIXED_DAYS.find((name) => filters[name] !== undefined);
  if (fixed) throw invalid(`filters.${fixed}`, 'invalid_value');
}
