import { sql } from 'kysely';
import { loadings } from '#contract/operations/feedings.ts';
import type { Db } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { schedulesWhere } from '#server/operations/feedings/read.ts';
import { historic } from '#server/operations/feedings/table.ts';
import { demandTimes } from '#server/operations/periods/rules.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { PERIODS } from '#server/platform/resource/id-kinds.ts';
import { type AnyRow, named, type TableOf } from '#server/platform/resource/table.ts';
import { switchLoading } from './switch.ts';
import { writeSchedules } from './write-schedules.ts';

/** A period on a date; made by its period, never by hand. */
export const loadingTable: TableOf<typeof loadings, 'loading'> = {
  contract: loadings,
  table: 'loading',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: {
    ...named('farm'),
    period: 't.period_id',
    schedules: null,
  },
  columns: { schedules: null },
  farm: 't.farm_id',
  search: ['t.name'],
  filters: {
    planned_on_after: (day: string) => sql`t.planned_on >= ${day}::date`,
    planned_on_before: (day: string) => sql`t.planned_on <= ${day}::date`,
  },
  idKinds: { period: PERIODS },
  order: 't.planned_on desc, t.start_time',
  remove: 'never',
  historic: (row) => ({ ...row, schedules: row.schedules.map(historic) }),
  title: (row) => `${row.name} ${row.planned_on}`,
  attachNested: withSchedules,
  prepare: oneByOne(async (tx, context, { before, after }) => {
    demandTimes(after);
    await demandOpenMonth(tx, context.client, before?.farm, before?.planned_on);
    return { edited: true };
  }),
  afterWrite: oneByOne(async (tx, context, { id, input, before }) => {
    if (input.schedules !== undefined) await writeSchedules(tx, context, { ...before, id }, input.schedules as AnyRow[]);
    if (input.active !== undefined && input.active !== before?.active)
      await switchLoading(tx, context, { ...before, id }, Boolean(input.active));
  }),
};

async function withSchedules(db: Db, rows: AnyRow[], context: ClientContext): Promise<AnyRow[]> {
  const ids = rows.map((row) => row.id);
  const schedules = await schedulesWhere(context, sql`t.loading_id = any(${ids})`, db);
  const of = groupBy(schedules, (schedule) => schedule.loading as number);
  return rows.map((row) => ({ ...row, schedules: of.get(row.id) ?? [] }));
}
