import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ReportDefinition } from '../../../contract/reports/shape.ts';
import { todayIn } from '../format/clock.ts';
import { useCurrentFarm } from '../layout/farm-context.ts';
import { useFarms } from '../layout/use-farms.ts';
import { daysAsked, type Filters, filtersOf, paramsOf, resetFilters } from './filters.ts';

/** A report's filters live in the address: a link, going back and reloading show what was seen. */
export function useReportFilters({
  filters: offered,
  period = 'days_7',
  allFarms,
}: Pick<ReportDefinition, 'filters' | 'period' | 'allFarms'>) {
  const { data: farms = [], error, isPending, refetch } = useFarms();
  const current = useCurrentFarm();
  const [params, setParams] = useSearchParams();
  const home = current ?? farms[0];
  const named = Number(params.getAll('farm')[0]?.split(',')[0]);
  const timezone = (farms.find(({ id }) => id === named) ?? home)?.timezone ?? 'UTC';
  const today = todayIn(timezone);

  const address = params.toString();
  const filters = useMemo(() => {
    const fallback = {
      ...daysAsked(new URLSearchParams(address), period, today),
      lists: home ? { farm: (allFarms ? farms : [home]).map(({ id }) => String(id)) } : {},
    };
    return filtersOf(new URLSearchParams(address), offered, fallback);
  }, [address, offered, period, allFarms, farms, today, home]);
  const ready = !isPending && home !== undefined;

  // What was taken for granted is written into the address, too, so that it can be passed on.
  const whole = paramsOf(filters).toString();
  useEffect(() => {
    if (ready && whole !== address) setParams(new URLSearchParams(whole), { replace: true });
  }, [ready, whole, address, setParams]);

  const setFilters = useCallback((next: Filters) => setParams(paramsOf(next)), [setParams]);
  const reset = () => setFilters(resetFilters(filters, todayIn(timezone)));
  return { filters, setFilters, reset, farms, today, timezone, ready, noFarms: !isPending && !error && !home, error, refetch };
}

export type ReportFilters = ReturnType<typeof useReportFilters>;
