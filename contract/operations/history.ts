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
    /** The farm; null for changes of the whole client. */
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

/** Changes of a resource's rows, under the resource's own id: a change of a row also changes this list. */
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
      /** Language of the days in `search`; by default the caller's. */
      search_language: Language.optional(),
      at_after: Day.optional(),
      at_before: Day.optional(),
    },
    ordering: ['at', 'name', 'type', 'user_name'],
  });

/** An author of changes under the last known name, for the lists' filter. */
export const HistoryUser = z.object({ id: Id, name: z.string() }).meta({ id: 'HistoryUser' });
export type HistoryUser = z.infer<typeof HistoryUser>;
