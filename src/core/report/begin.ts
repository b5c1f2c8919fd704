import type { ReportDefinition } from '#contract/reports/shape.ts';
import { isShape } from '#contract/reports/switches.ts';
import { firstLanguage } from '#src/core/i18n/languages.ts';
import { type Filters, filtersOf } from './filters.ts';
import { beginReportQuery } from './queries.ts';

const NOTHING: Filters = { after: '', before: '', lists: {} };

/** Begins to ask for a report whose address names farm and days; another's follow from the user's farms, and the explorer itself says which of the address's words it takes. */
export function beginReport(definition: ReportDefinition, params: URLSearchParams) {
  const filters = filtersOf(params, definition.filters, NOTHING);
  if (filters.after && filters.lists.farm && !Object.keys(filters.lists).some(isShape))
    beginReportQuery(definition, filters, firstLanguage());
}
