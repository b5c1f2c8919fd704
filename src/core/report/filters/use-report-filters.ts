import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { DEFAULT_TIMEZONE } from '#contract/words.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { afterChoice, daysFromParams, type Filters, filtersOf, paramsOf, resetFilters } from '#src/core/report/filters.ts';

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
  const timezoneOf = useCallback(
    (named: string | undefined) => (farms.find(({ id }) => String(id) === named) ?? home)?.timezone ?? DEFAULT_TIMEZONE,
    [farms, home],
  );
  const farmNamed = params.getAll('farm')[0]?.split(',')[0];
  const timezone = timezoneOf(farmNamed);
  const today = todayIn(timezone);

  const address = params.toString();
  const filters = useMemo(() => {
    const fallback = {
      ...daysFromParams(new URLSearchParams(address), period, today),
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

  const setFilters = useCallback(
    (next: Filters) => setParams(paramsOf(afterChoice(filters, next, ({ lists }) => timezoneOf(lists.farm?.[0]), todayIn))),
    [setParams, filters, timezoneOf],
  );
  const reset = () => setFilters(resetFilters(filters, todayIn(timezone)));

  // The farm that is shown was put into another timezone: what was chosen was chosen by another calendar.
  const seen = useRef<{ farmNamed: string | undefined; timezone: string }>(undefined);
  useEffect(() => {
    if (!ready) return;
    const before = seen.current;
    const moved = before !== undefined && before.farmNamed === farmNamed && before.timezone !== timezone;
    seen.current = { farmNamed, timezone };
    if (moved) setParams(paramsOf(resetFilters(filters, todayIn(timezone))), { replace: true });
  }, [ready, farmNamed, timezone, filters, setParams]);
  return { filters, setFilters, reset, farms, today, timezone, ready, noFarms: !isPending && !error && !home, error, refetch };
}

export type ReportFilters = ReturnType<typeof useReportFilters>;
