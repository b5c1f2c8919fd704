import type { SavedFilters, savedReports } from '#contract/operations/blanks.ts';
import type { Period } from '#contract/periods.ts';
import type { RowOf } from '#contract/resource.ts';
import { type Filters, paramsOf } from '#src/core/report/filters.ts';

/** A report with its filters, by a name. */
export type SavedFilter = RowOf<typeof savedReports>;

/** What is given a name: filters and, apart from them, days, which a period may stand in for. */
export interface Kept {
  filters: SavedFilters;
  days: SavedFilters;
  /** The days as they are read. */
  daysText: string;
  /** The period that the days are today. */
  period: Period | undefined;
}

const SINGLE = /^previous_on_|^loaded_time_/;
const DAYS = ['planned_on_after', 'planned_on_before', 'month'];

/** Filters as they are kept: what the address says, by name, days apart. */
export function savedValues(filters: Filters): Pick<Kept, 'filters' | 'days'> {
  const params = paramsOf(filters);
  const names = [...new Set(params.keys())].filter((name) => !DAYS.includes(name));
  return {
    filters: Object.fromEntries(names.map((name) => [name, SINGLE.test(name) ? (params.get(name) ?? '') : params.getAll(name)])),
    days: { planned_on_after: filters.after, planned_on_before: filters.before },
  };
}

/** The same with other days: those that move along by `period`, or these. */
export const withDays = (filters: SavedFilters, days: Period | SavedFilters): SavedFilters => ({
  ...Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'period' && !DAYS.includes(name))),
  ...(typeof days === 'string' ? { period: days } : days),
});

/** The days that always stay, where some were kept. */
export const fixedDays = (filters: SavedFilters): SavedFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => DAYS.includes(name)));

/** The address, under `/app/`, that shows a report by what was kept; one over clients stands above them. */
export function savedAddress({ route, address }: { route: string; address?: string | undefined }, values: SavedFilters): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one));
  }
  return `${address ? '' : 'reports/'}${route}?${params}`;
}
