import { fittingCut, leftOut } from '#contract/reports/explorer-view.ts';
import { type Filters, withList } from '#src/core/report/filters.ts';

/** Filters without the parts that can't be shown; the same object if all can. */
export function fitted(filters: Filters): Filters {
  if (Object.values(leftOut(filters.lists)).every((words) => words.length === 0)) return filters;
  const { rows, measures } = fittingCut(filters.lists);
  return withList(withList(filters, 'row', rows), 'measure', measures);
}
