import type { SavedFilters, savedReports } from '#contract/operations/blanks.ts';
import type { Period } from '#contract/periods.ts';
import type { RowOf } from '#contract/resource.ts';
import { type Filters, paramsOf } from '#src/core/report/filters.ts';

/** A report with its filters, saved under a name. */
export type SavedFilter = RowOf<typeof savedReports>;

/** Filters to save; the days are separate, because a period may replace them. */
export interface Kept {
  filters: SavedFilters;
  days: SavedFilters;
  /** The days as shown to the reader. */
  daysText: string;
  /** The period that gives these days today. */
  period: Period | undefined;
}

const SINGLE = /^previous_on_|^loaded_time_/;
const DAYS = ['planned_on_after', 'planned_on_before', 'month'];

/** Filters as they are saved: the address parameters by name, with the days separate. */
export function savedValues(filters: Filters): Pick<Kept, 'filters' | 'days'> {
  const params = paramsOf(filters);
  const names = [...new Set(params.keys())].filter((name) => !DAYS.includes(name));
  return {
    filters: Object.fromEntries(names.map((name) => [name, SINGLE.test(name) ? (params.get(name) ?? '') : params.getAll(name)])),
    days: { planned_on_after: filters.after, planned_on_before: filters.before },
  };
}

/** The same filters with other days: those of `period`, or fixed ones. */
export const withDays = (filters: SavedFilters, days: Period | SavedFilters): SavedFilters => ({
  ...Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'period' && !DAYS.includes(name))),
  ...(typeof days === 'string' ? { period: days } : days),
});

/** The saved fixed days, if there are any. */
export const fixedDays = (filters: SavedFilters): SavedFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => DAYS.includes(name)));

/** Address under `/app/` that opens a report with saved filters. Reports over clients have their own address. */
export function savedAddress({ route, address }: { route: string; address?: string | undefined }, values: SavedFilters): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one));
  }
  return `${address ? '' : 'reports/'}${route}?${params}`;
}
