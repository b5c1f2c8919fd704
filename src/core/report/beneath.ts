import type { Formatter } from '#common/format/formatter.ts';
import type { Filters } from './filters.ts';

/** Properties of a part shown under a report's figures: the same filters and formatter. Marked `data-beneath`, the part is printed. */
export interface Beneath {
  filters: Filters;
  format: Formatter;
}
