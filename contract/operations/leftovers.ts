import { z } from 'zod';
import { Day, Id, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, Version } from '#contract/resource.ts';

/** A leftover belongs to the last day before it was weighed on which the group was given something, so many days back at most. */
export const LEFTOVER_DAYS = 7;

/** What a group left of its feed, weighed on `date`, in kg. `delivered`: what it was given on the day that the leftover belongs to; without one, that and `percent` are empty. */
export const leftovers = defineResource({
  id: 'leftovers',
  final: true,
  path: 'leftovers/leftovers',
  permission: 'schedule',
  row: z
    .object({
      id: Id,
      farm: Id,
      group: Id,
      group_name: z.string(),
      date: Day,
      weight: z.number(),
      percent: z.number().nullable(),
      delivered: z.number().nullable(),
      version: Version,
    })
    .meta({ id: 'Leftover' }),
  create: z.object({ farm: Id, group: Id, date: Day, weight: Weight }),
  filters: { farm: IdList, group: IdList, date: Day.optional(), date_after: Day.optional(), date_before: Day.optional() },
  ordering: ['date', 'group_name', 'weight'],
});
