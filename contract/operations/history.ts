import { z } from 'zod';
import { Day, Id, Language } from '#contract/kinds.ts';
import { defineResource, IdList, listOf } from '#contract/resource.ts';
import type { HistoryList } from './who-sees.ts';

const HistoryType = z.enum(['create', 'update', 'delete']);

export const HistoryRow = z
  .object({
    id: Id,
    at: z.string(),
    type: HistoryType,
    name: z.string(),
    resource_id: Id,
    /** Where it happened; none of what is the whole client's. */
    farm: Id.nullable(),
    farm_name: z.string().nullable(),
    user: Id.nullable(),
    user_name: z.string(),
    language: z.string(),
    timezone: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'History' });

/** What happened to a resource's rows. Under the resource's own id: whatever changes one changes this. */
export const historyOf = (list: HistoryList) =>
  defineResource({
    id: list,
    view: `history-${list}`,
    path: `history/${list}`,
    permission: 'history',
    row: HistoryRow,
    create: z.object({}),
    filters: {
      farm: IdList,
      id: IdList,
      type: listOf(HistoryType),
      user: IdList,
      /** In which the days of `search` are written; the caller's own without it. */
      search_language: Language.optional(),
      at_after: Day.optional(),
      at_before: Day.optional(),
    },
    ordering: ['at', 'name', 'type', 'user_name'],
  });

/** Somebody who changed something, under the last name known; for the lists' filter. */
export const HistoryUser = z.object({ id: Id, name: z.string() }).meta({ id: 'HistoryUser' });
export type HistoryUser = z.infer<typeof HistoryUser>;
