import type { Formatter } from '#common/format/formatter.ts';
import type { Filters } from './filters.ts';

/** What a part that stands under a report's figures is given: the same filters, and how values are told. Marked `data-beneath`, it comes on paper. */
export interface Beneath {
  filters: Filters;
  format: Formatter;
}
