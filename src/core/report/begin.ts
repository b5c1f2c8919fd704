import type { ReportDefinition } from '#contract/reports/shape.ts';
import { isShape } from '#contract/reports/switches.ts';
import { firstLanguage } from '#src/core/i18n/languages.ts';
import { type Filters, filtersOf } from './filters.ts';
import { beginReportQuery } from './queries.ts';

const NOTHING: Filters = { after: '', before: '', lists: {} };

/**
 * Starts loading a report whose address contains farm and days. Otherwise they depend on the user's farms. The explorer checks its address
 * itself.
 */
export function beginReport(definition: ReportDefinition, params: URLSearchParams) {
  const filters = filtersOf(params, definition.filters, NOTHING);
  if (filters.after && filters.lists.farm && !Object.keys(filters.lists).some(isShape))
    beginReportQuery(definition, filters, firstLanguage());
}
