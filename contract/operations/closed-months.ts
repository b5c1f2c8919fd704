import { z } from 'zod';
import { Id } from '#contract/kinds.ts';
import { defineResource, Flag, IdList, named } from '#contract/resource.ts';

/** A month of a farm's calendar, `YYYY-MM`. */
export const Month = z
  .string()
  .regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/)
  .meta({ description: 'YYYY-MM' });

/**
 * Closings of months, newest first. A farm's books are closed up to the end of its latest closed month. `number` belongs to the month for
 * good, by farm and year in the order of first closings; `version` counts its closings; forms printed while it is closed carry both.
 * `closed` marks the valid closing.
 */
export const closedMonths = defineResource({
  id: 'month_closes',
  path: 'manager/months',
  permission: 'blanks',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      month: z.string(),
      number: z.int(),
      version: z.int(),
      closed: z.boolean(),
      closed_at: z.string(),
      closed_by: Id.nullable(),
      closed_by_name: z.string().nullable(),
      reopened_at: z.string().nullable(),
      reopened_by: Id.nullable(),
      reopened_by_name: z.string().nullable(),
      reason: z.string(),
    })
    .meta({ id: 'MonthClose' }),
  create: z.object({ farm: Id, month: Month }),
  filters: { farm: IdList, month: Month.optional(), closed: Flag.optional() },
  ordering: ['month', 'farm_name', 'number', 'closed_at'],
});

/** Closes a month at several farms, all or none, with every earlier open month. */
export const MonthsClose = z.object({
  farms: z
    .array(Id)
    .min(1)
    .max(500)
    .refine((farms) => new Set(farms).size === farms.length, { message: 'not_unique' }),
  month: Month,
});

/** Opens a closed month and every later one, with a reason for the history. */
export const MonthReopen = z.object({ farm: Id, month: Month, reason: z.string().trim().min(1).max(500) });

/** Selects a farm's year. */
export const MonthYearQuery = z.object({
  farm: z.coerce.number().pipe(Id),
  year: z.coerce.number().pipe(z.int().min(1900).max(2999)),
});

/**
 * Unfinished parts of a farm's month, up to yesterday: unfinished loads (`incomplete`), unrecorded feedings (`waiting`), unmade batches
 * (`batches`), days without facts. `over` means that it can be closed; `closed` that the books are closed up to its end or further.
 */
export const MonthState = z
  .object({
    month: z.string(),
    over: z.boolean(),
    closed: z.boolean(),
    feedings: z.int(),
    incomplete: z.int(),
    waiting: z.int(),
    batches: z.int(),
    days_without_facts: z.int(),
  })
  .meta({ id: 'MonthState' });
export type MonthState = z.infer<typeof MonthState>;

/** Previews closing or reopening a month at these farms. */
export const AffectedMonthsQuery = z.object({ farm: IdList, month: Month, action: z.enum(['close', 'reopen']) });

/** A month that changes when another one is closed or reopened, with its open items. */
export const AffectedMonth = MonthState.extend(named('farm')).meta({ id: 'AffectedMonth' });
export type AffectedMonth = z.infer<typeof AffectedMonth>;
