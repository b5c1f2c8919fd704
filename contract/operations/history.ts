import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';
import { IdList, listOf } from '#contract/resource.ts';

/** The seven lists under `history/`, and the resource each tells of. */
export const HISTORY_LISTS = {
  animaltypes: 'animaltypes',
  farms: 'farms',
  groups: 'groups',
  ingredients: 'ingredients',
  mixers: 'mixers',
  rations: 'rations',
  stocks: 'stocks',
} as const;
export type HistoryList = keyof typeof HISTORY_LISTS;

const HistoryType = z.enum(['create', 'update', 'delete']);

export const HistoryRow = z
  .object({
    id: Id,
    at: z.string(),
    type: HistoryType,
    name: z.string(),
    resource_id: Id,
    user: Id.nullable(),
    user_name: z.string(),
    language: z.string(),
    timezone: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'History' });

export const historyFilters = {
  farm: IdList,
  id: IdList,
  type: listOf(HistoryType),
  user: IdList,
  at_after: Day.optional(),
  at_before: Day.optional(),
};

/** Somebody who changed something, under the last name known; for the lists' filter. */
export const HistoryUser = z.object({ id: Id, name: z.string() }).meta({ id: 'HistoryUser' });
export type HistoryUser = z.infer<typeof HistoryUser>;
