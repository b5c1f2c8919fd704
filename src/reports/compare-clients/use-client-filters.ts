import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { DEFAULT_TIMEZONE } from '#contract/kinds.ts';
import { compareClients } from '#contract/reports/compare-clients.ts';
import type { ReportFilters } from '#src/core/report/filters/use-report-filters.ts';
import { useWholeAddress } from '#src/core/report/filters/use-whole-address.ts';
import { daysFromParams, type Filters, filtersOf, paramsOf, resetFilters } from '#src/core/report/filters.ts';

/** Filters outside any client: like every report's filters they are in the address, with clients instead of farms. */
export function useClientFilters(): Pick<ReportFilters, 'filters' | 'setFilters' | 'reset' | 'farms' | 'today'> {
  const [params, setParams] = useSearchParams();
  const today = todayIn(DEFAULT_TIMEZONE);
  const address = params.toString();
  const filters = useMemo(() => {
    const fromAddress = new URLSearchParams(address);
    return filtersOf(fromAddress, compareClients.filters, { ...daysFromParams(fromAddress, 'whole_7', today), lists: {} });
  }, [address, today]);
  useWholeAddress(paramsOf(filters).toString());
  const setFilters = useCallback((next: Filters) => setParams(paramsOf(next)), [setParams]);
  return {
    filters,
    setFilters,
    reset: () => setFilters(resetFilters(filters, today)),
    farms: [],
    today,
  };
}
