import { addDays } from '#contract/days.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { Row, Series } from '#contract/reports/shape.ts';
import type { Access } from '#src/core/access/use-access.ts';
import { pointFilters } from './filters/point-filter.ts';
import { type Filters, isListFilter, paramsOf, switchParams, withList } from './filters.ts';

export { pointFilters };

/** Address of another report with the filters that it supports; null if there is none or the user may not open it. */
function addressOf(
  name: string | undefined,
  { can }: Access,
  filtersFor: (offered: Filters) => Filters | null,
  filters: Filters,
): string | null {
  const report = name === undefined ? undefined : reportNamed(name);
  if (!report || !can(report.permission, 'view', report.module)) return null;
  const lists = Object.fromEntries(Object.entries(filters.lists).filter(([filter]) => report.filters.some((one) => one === filter)));
  const next = filtersFor({ ...filters, lists });
  return next && `reports/${report.route}?${paramsOf(next)}`;
}

/** Address that a click on a chart's point opens, if the chart opens another report. */
export function pointAddress(series: Series, row: Row, filters: Filters, access: Access): string | null {
  const name = typeof row.opens === 'string' ? row.opens : series.opens;
  const narrowed = (own: Filters) => (series.filter ? pointFilters(own, series, row, reportNamed(name ?? '')?.filters ?? []) : own);
  return addressOf(name, access, narrowed, filters);
}

/** Address that a row opens: the report that its view or the row itself specifies, filtered by the row. */
export function rowAddress(
  opens: { report?: string; filter?: string; days?: number },
  row: Row,
  filters: Filters,
  access: Access,
): string | null {
  const name = typeof row.opens === 'string' ? row.opens : opens.report;
  const to = name === undefined ? undefined : reportNamed(name);
  if (to && row.opens_id !== undefined && row.opens_id !== null) {
    return access.can(to.permission, 'view', to.module) ? `reports/${to.route}/${row.opens_id}/detail${switchParams(filters)}` : null;
  }
  return addressOf(
    name,
    access,
    (requested) => {
      const own = opens.days ? { ...requested, after: [requested.after, addDays(requested.before, 1 - opens.days)].sort()[0]! } : requested;
      const filter = to?.filters.find((one) => one === opens.filter);
      const id = row[`${opens.filter}_id`];
      if (!filter || !isListFilter(filter) || id === null || id === undefined) return own;
      return withList(own, filter, [String(id)]);
    },
    filters,
  );
}
