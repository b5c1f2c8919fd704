import { sql } from 'kysely';
import { z } from 'zod';
import { HISTORY_LISTS, type HistoryList, HistoryRow, historyFilters } from '#contract/operations/history.ts';
import { HISTORY_ITEMS } from '#contract/operations/who-sees.ts';
import { defineResource } from '#contract/resource.ts';
import { DEFAULT_MODULE, isOfModules } from '#contract/rights.ts';
import { notPermitted } from '#server/platform/errors.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import type { Table } from '#server/platform/resource/table.ts';

const contractOf = (list: HistoryList) =>
  defineResource({
    id: `history-${list}`,
    path: `history/${list}`,
    permission: 'history',
    row: HistoryRow,
    create: z.object({}),
    filters: historyFilters,
    ordering: ['at', 'name', 'type', 'user_name'],
  });

// The day of a change is the one that the farm's calendar showed; a change without a farm has UTC's.
const DAY = '(t.at at time zone t.timezone)::date';

const tableOf = (list: HistoryList): Table<ReturnType<typeof contractOf>> => ({
  contract: contractOf(list),
  table: 'history',
  fields: {
    id: 't.id',
    at: 't.at',
    type: 't.type',
    name: 't.name',
    resource_id: 't.resource_id',
    user: 't.user_id',
    user_name: 't.user_name',
    language: 't.language',
    timezone: 't.timezone',
    before: 't.before',
    after: 't.after',
  },
  columns: {},
  visibleTo({ principal }) {
    if (!isOfModules(principal.modules, DEFAULT_MODULE, HISTORY_ITEMS[list])) throw notPermitted();
    return sql`t.resource = ${HISTORY_LISTS[list]}`;
  },
  farm: 't.farm_id',
  // Animal types are the whole client's, every farm uses them.
  ...(list === 'animaltypes' ? { inFarms: () => sql`true` } : {}),
  search: ['t.name'],
  filters: {
    id: (ids: number[]) => sql`t.resource_id = any(${ids})`,
    at_after: (day: string) => sql`(${sql.raw(DAY)} >= ${day}::date and t.at >= ${day}::date - interval '1 day')`,
    at_before: (day: string) => sql`(${sql.raw(DAY)} <= ${day}::date and t.at < ${day}::date + interval '2 days')`,
  },
  order: 't.id desc',
  remove: 'never',
});

/** What happened to each kind of row, newest first. */
export const historyEndpoints = (Object.keys(HISTORY_LISTS) as HistoryList[]).flatMap((list) =>
  resourceEndpoints(tableOf(list), ['get', 'create', 'update']),
);
