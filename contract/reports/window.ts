import { z } from 'zod';

/** Rows of one window at most. */
export const MAX_WINDOW = 10_000;

/**
 * What part of a report's rows is asked for: page `page` (from 1) of `page_size` rows, or all where no size is named; in the report's own order, or that of
 * `ordering`: keys of its columns, comma-joined, `-` before one reverses it. Totals, tiles and charts are those of all rows in any case, and `count` tells how many
 * there are. `as_of` is the `generated_at` of an answer that these rows are to go on from; where the server no longer has it, the answer is made anew
 * and tells another `generated_at`.
 */
export const ReportWindow = z.object({
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  page_size: z.coerce.number().pipe(z.int().min(1).max(MAX_WINDOW)).optional(),
  ordering: z.string().max(500).optional(),
  as_of: z.string().max(40).optional(),
});
export type ReportWindow = z.infer<typeof ReportWindow>;
