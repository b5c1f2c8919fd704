import { z } from 'zod';

/** Max rows of one window. */
export const MAX_WINDOW = 10_000;

/**
 * A window of a report's rows: page `page` (from 1) of `page_size` rows, or all without a size; in the report's own order, or by `ordering`
 * (keys of columns, comma-separated, `-` reverses one). Totals, tiles and charts always belong to all rows, and `count` is their number.
 * `as_of` is the `generated_at` of an earlier answer whose snapshot is continued; if the server no longer has it, it computes a new one
 * with another `generated_at`.
 */
export const ReportWindow = z.object({
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  page_size: z.coerce.number().pipe(z.int().min(1).max(MAX_WINDOW)).optional(),
  ordering: z.string().max(500).optional(),
  as_of: z.string().max(40).optional(),
});
export type ReportWindow = z.infer<typeof ReportWindow>;
