import { type RawBuilder, sql } from 'kysely';
import { readSearchedDay, withStoredDays } from '#common/format/read.ts';
import type { Language } from '#contract/kinds.ts';
import { historyOf } from '#contract/operations/history.ts';
import { HISTORY_ITEMS, type HistoryList } from '#contract/operations/who-sees.ts';
import { DEFAULT_MODULE, isOfModules } from '#contract/rights.ts';
import { notPermitted } from '#server/platform/errors.ts';
import { matches } from '#server/platform/resource/conditions.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';

// The day of a change is the one that the farm's calendar showed; a change without a farm has UTC's.
const DAY = '(t.at at time zone t.timezone)::date';

const since = (day: string) => sql`(${sql.raw(DAY)} >= ${day}::date and t.at >= ${day}::date - interval '1 day')`;
const until = (day: string) => sql`(${sql.raw(DAY)} <= ${day}::date and t.at < ${day}::date + interval '2 days')`;

/** The list writes days as its reader does: those in names, which are stored as ISO has them, and the day of the change. */
function changesOfDay(text: string, language: Language): RawBuilder<unknown>[] {
  const day = readSearchedDay(text, language);
  if (day?.startsWith('-')) return [matches(['t.name'], day), sql`to_char(${sql.raw(DAY)}, '-MM-DD') = ${day}`];
  if (day) return [matches(['t.name'], day), sql`(${since(day)} and ${until(day)})`];
  const stored = withStoredDays(text, language);
  return stored === text ? [] : [matches(['t.name'], stored)];
}

const buildHistoryTable = (list: HistoryList): TableOf<ReturnType<typeof historyOf>, 'history'> => ({
  contract: historyOf(list),
  table: 'history',
  joins: 'left join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: {
    ...named('farm'),
    user: 't.user_id',
  },
  visibleTo({ principal }) {
    if (!isOfModules(principal.modules, DEFAULT_MODULE, HISTORY_ITEMS[list])) throw notPermitted();
    return sql`t.resource = ${list}`;
  },
  farm: 't.farm_id',
  // Animal types are the whole client's, every farm uses them.
  ...(list === 'animaltypes' ? { inFarms: () => sql`true` } : {}),
  search: ['t.name'],
  searchAlso: changesOfDay,
  filters: {
    id: (ids: number[]) => sql`t.resource_id = any(${ids})`,
    search_language: () => sql`true`,
    at_after: since,
    at_before: until,
  },
  order: 't.id desc',
  remove: 'never',
});

/** The changes of each kind of row, newest first. */
export const historyEndpoints = (Object.keys(HISTORY_ITEMS) as HistoryList[]).flatMap((list) =>
  resourceEndpoints(buildHistoryTable(list), ['get', 'create', 'update']),
);
