import type { ReportData, ReportDefinition, ReportFilters } from '#contract/reports/shape.ts';
import { isSwitch, SWITCHES } from '#contract/reports/switches.ts';

type Days = 'planned_on_after' | 'planned_on_before' | 'previous_on_after' | 'previous_on_before';
type CausesQuery = ReportFilters & Required<Pick<ReportFilters, Days>>;

/** Filters that don't change what feeding cost. */
const NOT_OF_COST: ReadonlySet<string> = new Set(['compare_with', 'deviation']);
const isDefault = (filter: string, [word]: readonly unknown[]) => isSwitch(filter) && word === SWITCHES[filter][0];

/**
 * Returns the query of a report of causes (`source`) for the days, filters and comparison period of an answer. Null if the period can't be
 * compared, or if the answer has a filter that the source lacks: its figures would differ from those on the screen.
 */
export function causesQuery(
  { filters, comparison, tiles_base: tilesBase }: Pick<ReportData, 'filters' | 'comparison' | 'tiles_base'>,
  source: Pick<ReportDefinition, 'filters'>,
): CausesQuery | null {
  const base = comparison ?? tilesBase;
  const { planned_on_after: after, planned_on_before: before } = filters;
  if (!base || base.reason !== null || !after || !before) return null;
  const chosen = Object.entries(filters).filter(
    ([filter, words]) => words !== undefined && !NOT_OF_COST.has(filter) && !isDefault(filter, [words].flat()),
  );
  if (chosen.some(([filter]) => !source.filters.some((offered) => offered === filter))) return null;
  return {
    ...Object.fromEntries(chosen),
    planned_on_after: after,
    planned_on_before: before,
    previous_on_after: base.planned_on_after,
    previous_on_before: base.planned_on_before,
  };
}
