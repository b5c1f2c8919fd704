import type { additionalReports, SavedFilters } from '../../../contract/operations/report-additional.ts';
import type { RowOf } from '../../../contract/resource.ts';
import { type Filters, paramsOf } from './filters.ts';

/** A report with its filters, by a name. */
export type SavedFilter = RowOf<typeof additionalReports>;

const SINGLE = /^planned_on_|^previous_on_|^loaded_time_/;

/** Filters as they are kept: what the address says, by name. */
export function savedValues(filters: Filters): SavedFilters {
  const params = paramsOf(filters);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => [key, SINGLE.test(key) ? (params.get(key) ?? '') : params.getAll(key)]),
  );
}

/** The address, under `/app/`, that shows a report by what was kept. */
export function savedAddress(route: string, values: SavedFilters): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one));
  }
  return `reports/${route}?${params}`;
}
