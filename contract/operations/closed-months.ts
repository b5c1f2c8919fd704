import { z } from 'zod';
import { Id } from '#contract/kinds.ts';
import { defineResource, Flag, IdList, named } from '#contract/resource.ts';

/** A month of a farm's calendar, `YYYY-MM`. */
export const Month = z
  .string()
  .regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/)
  .meta({ description: 'YYYY-MM' });

/**
 * Closings of months, newest first. A farm's books are closed up to the end of the latest month that is closed. `number` is the month's for good, counted per farm and year in the order of first closings; `version`
 * counts its closings: forms printed while it is closed carry both. `closed`: this closing stands.
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

/** A month of several farms, which is closed at all of them or at none. Every earlier month that is open is closed with it. */
export const MonthsClose = z.object({
  farms: z
    .array(Id)
    .min(1)
    .max(500)
    .refine((farms) => new Set(farms).size === farms.length, { message: 'not_unique' }),
  month: Month,
});

/** Opens a closed month and every later one again, with the reason that history keeps. */
export const MonthReopen = z.object({ farm: Id, month: Month, reason: z.string().trim().min(1).max(500) });

/** Which months to tell of: a farm's year. */
export const MonthYearQuery = z.object({
  farm: z.coerce.number().pipe(Id),
  year: z.coerce.number().pipe(z.int().min(1900).max(2999)),
});

/**
 * What a month of a farm holds that isn't finished, up to yesterday: loads that were begun and not ended (`incomplete`), feedings that
 * nothing was recorded of (`waiting`), batches of compound feed that aren't made (`batches`), days of which there is no fact at all.
 * `over`: it can be closed. `closed`: the books are closed up to its end, or further.
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

/** Asks what closing or reopening a month would change at these farms. */
export const AffectedMonthsQuery = z.object({ farm: IdList, month: Month, action: z.enum(['close', 'reopen']) });

/** A month that closing or reopening another would change, with what it still has open. */
export const AffectedMonth = MonthState.extend(named('farm')).meta({ id: 'AffectedMonth' });
export type AffectedMonth = z.infer<typeof AffectedMonth>;
