import { reportNamed } from '../../../contract/reports/index.ts';
import type { Row, Series } from '../../../contract/reports/shape.ts';
import type { Access } from '../access/use-access.ts';
import { type Filters, isListFilter, paramsOf, withList } from './filters.ts';
import { pointFilters } from './point-filter.ts';

/** The address of another report with the same filters, as far as it has them; null where there is none or it may not be seen. */
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

/** Where a click on a chart's point leads when the chart opens another report. */
export const pointAddress = (series: Series, row: Row, filters: Filters, access: Access) =>
  addressOf(series.opens, access, (own) => pointFilters(own, series, row, reportNamed(series.opens ?? '')?.filters ?? []), filters);

/** Where a row leads: the report that its view names, or it does itself, narrowed to what it stands for. */
export function rowAddress(opens: { report?: string; filter?: string }, row: Row, filters: Filters, access: Access): string | null {
  const name = typeof row.opens === 'string' ? row.opens : opens.report;
  return addressOf(
    name,
    access,
    (own) => {
      const filter = reportNamed(name ?? '')?.filters.find((one) => one === opens.filter);
      const id = row[`${opens.filter}_id`];
      if (!filter || !isListFilter(filter) || id === null || id === undefined) return own;
      return withList(own, filter, [String(id)]);
    },
    filters,
  );
}
