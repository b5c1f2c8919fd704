import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SCHEDULE_OPTIONS, schedules } from '#contract/operations/feedings.ts';
import type { Filtered } from '#src/core/report/filters/filter-options.ts';
import { type Filters, filtersOf } from '#src/core/report/filters.ts';

/** Filters of the plan: all those of feedings in the API. */
export const PLAN_FILTERS = [...SCHEDULE_OPTIONS, 'status'] as const;
/** The source of the filters' choices. */
export const PLAN: Filtered = { id: schedules.id, address: schedules.path };

/** The filters of the day's plan, stored in the address. */
export function usePlanFilters(farm: number, day: string) {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const filters = useMemo((): Filters => {
    const { lists } = filtersOf(new URLSearchParams(address), PLAN_FILTERS, { after: day, before: day, lists: {} });
    return { after: day, before: day, lists: { ...lists, farm: [String(farm)] } };
  }, [address, farm, day]);
  const { farm: _, ...narrowing } = filters.lists;

  const setFilters = ({ lists }: Filters) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const filter of PLAN_FILTERS) {
        next.delete(filter);
        for (const word of lists[filter] ?? []) next.append(filter, word);
      }
      return next;
    });
  return {
    filters,
    setFilters,
    /** In the API's format. */
    narrowing,
    narrowed: Object.keys(narrowing).length > 0,
    reset: () => setFilters({ ...filters, lists: {} }),
  };
}

export type PlanFilters = ReturnType<typeof usePlanFilters>;
