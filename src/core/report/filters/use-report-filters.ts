import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { DEFAULT_TIMEZONE } from '#contract/words.ts';
import { useCurrentClient } from '#src/core/api/place.ts';
import { useMe } from '#src/core/api/session.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { afterChoice, daysFromParams, type Filters, filtersOf, paramsOf, resetFilters } from '#src/core/report/filters.ts';
import { keepWorkspace, keptWorkspace } from '#src/core/report/workspace.ts';
import { useWholeAddress } from './use-whole-address.ts';

type Kept = ReturnType<typeof keptWorkspace>;

/** The days of the last report, if it was opened today. */
const keptDays = ({ after, before, today: keptOn }: Kept, today: string) =>
  after && before && keptOn === today ? { after, before } : undefined;

/** The farms of the last report, if the header's farm is one of them; else that farm, or all farms for a report of all. */
function chooseFarms(farms: readonly { id: number }[], home: { id: number }, { farm }: Kept, allFarms: boolean | undefined): string[] {
  const ids = farms.map(({ id }) => String(id));
  if (allFarms) return ids;
  const known = farm?.filter((word) => ids.includes(word)) ?? [];
  return known.includes(String(home.id)) ? known : [String(home.id)];
}

/**
 * Keeps a report's filters in the address, so that links, going back and reloading show the same report. Filters missing in the address
 * come from the last report.
 */
export function useReportFilters({ filters: offered, allFarms, begins }: Pick<ReportDefinition, 'filters' | 'allFarms' | 'begins'>) {
  const { id: user } = useMe();
  const client = useCurrentClient();
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
    const params = new URLSearchParams(address);
    const kept = keptWorkspace(user, client);
    const entered = !params.has('planned_on_after') && !params.has('period');
    const days = (entered && (begins?.(today) ?? keptDays(kept, today))) || daysFromParams(params, 'whole_7', today);
    const own = home ? chooseFarms(farms, home, kept, allFarms) : [];
    if (entered) for (const word of kept.compare_with ?? []) params.set('compare_with', word);
    return filtersOf(params, offered, { ...days, lists: own.length > 0 ? { farm: own } : {} });
  }, [address, offered, allFarms, begins, farms, today, home, user, client]);
  const ready = !isPending && home !== undefined;

  const whole = paramsOf(filters).toString();
  useWholeAddress(whole, ready);

  useEffect(() => {
    if (!ready || whole !== address) return;
    const { lists } = filters;
    // A report over all farms doesn't change the farms stored for other reports, and one without comparison doesn't change the comparison.
    const kept = keptWorkspace(user, client);
    const { after = '', before = '' } = begins ? kept : filters;
    const farm = (allFarms ? kept.farm : lists.farm) ?? [];
    const compare_with = (offered.includes('compare_with') ? lists.compare_with : kept.compare_with) ?? [];
    keepWorkspace(user, client, { after, before, farm, compare_with, today });
  }, [ready, whole, address, filters, allFarms, begins, offered, today, user, client]);

  const setFilters = useCallback(
    (next: Filters) => setParams(paramsOf(afterChoice(filters, next, ({ lists }) => timezoneOf(lists.farm?.[0]), todayIn))),
    [setParams, filters, timezoneOf],
  );
  const reset = () => setFilters(resetFilters(filters, todayIn(timezone)));

  // If the farm's timezone was changed, the days were chosen in another calendar.
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
