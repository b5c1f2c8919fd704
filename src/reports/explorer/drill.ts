import { addDays } from '#contract/days.ts';
import { cutOf, FILTER_OF, measuredOn, tellsFeeds } from '#contract/reports/explorer-view.ts';
import type { Dimension } from '#contract/reports/explorer-words.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Access } from '#src/core/access/use-access.ts';
import { rowAddress } from '#src/core/report/drill.ts';
import { type Filters, isListFilter, withList } from '#src/core/report/filters.ts';

/** With more days, the next level is months. */
const MANY_DAYS = 92;
const firstOfNextMonth = (day: string) => `${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`;

/** Last day of the period that starts on a day. */
function lastDay(dimension: Dimension, first: string): string {
  if (dimension === 'month') return addDays(firstOfNextMonth(first), -1);
  return dimension === 'week' ? addDays(first, 6) : first;
}

/** Filters that limit a report to a row; null if no filter can express it. */
function narrowed(filters: Filters, dimension: Dimension, row: Row): Filters | null {
  const filter = FILTER_OF[dimension];
  if (filter) {
    const id = row[`${dimension}_id`];
    return isListFilter(filter) && id !== null && id !== undefined ? withList(filters, filter, [String(id)]) : null;
  }
  const first = row[dimension];
  if (typeof first !== 'string') return null;
  const last = lastDay(dimension, first);
  const [after = first] = [first, filters.after].sort().reverse();
  const [before = last] = [last, filters.before].sort();
  return { ...filters, after, before };
}

/** Address that a row opens: its months or days; for a day its loads, each with its weighings. */
export function drillAddress(row: Row, dimensions: readonly Dimension[], filters: Filters, access: Access): string | null {
  let own: Filters | null = filters;
  for (const dimension of dimensions) own = own && narrowed(own, dimension, row);
  if (!own) return null;
  if (own.after === own.before) {
    const { rows, measures } = cutOf(filters.lists);
    const ofLoads = tellsFeeds(rows, filters.lists) || measures.every((measure) => measuredOn(measure) === 'loading');
    return rowAddress({ report: ofLoads ? 'schedule_load' : 'schedule_upload' }, {}, own, access);
  }
  const step: Dimension = addDays(own.after, MANY_DAYS) < own.before ? 'month' : 'day';
  return rowAddress({ report: 'explorer' }, {}, withList(own, 'row', [step]), access);
}
