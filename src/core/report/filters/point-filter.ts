import { untilKey } from '#common/files/charts/fit-series.ts';
import { monthRange } from '#contract/periods.ts';
import type { ReportFilter, Row, Series } from '#contract/reports/shape.ts';
import { type Filters, isListFilter, withList } from '#src/core/report/filters.ts';

/** Returns the filters after a click on a chart's point: its day, or the row that it shows. Null if the report has no such filter. */
export function pointFilters(filters: Filters, { x, filter }: Series, row: Row, offered: readonly ReportFilter[]): Filters | null {
  if (x.kind === 'date') {
    const day = row[x.key];
    // A point may represent a week or a month.
    const until = row[untilKey(x.key)] ?? day;
    return typeof day === 'string' ? { ...filters, after: day, before: String(until) } : null;
  }
  if (x.kind === 'month') return { ...filters, ...monthRange(String(row[x.key]).slice(0, 7)) };
  const id = row[`${x.key}_id`];
  const known = offered.find((one) => one === filter);
  if (!known || !isListFilter(known) || id === null || id === undefined) return null;
  return withList(filters, known, [String(id)]);
}
