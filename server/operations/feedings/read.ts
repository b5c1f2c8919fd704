import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import { type AnyRow, anyTable, selection, source } from '#server/platform/resource/table.ts';
import { completeSchedules } from './nested.ts';
import { scheduleTable } from './table.ts';

const table = anyTable(scheduleTable);

/** Schedules that the caller may see and that match `condition`, in their order of the day. */
export async function schedulesWhere(context: ClientContext, condition: RawBuilder<unknown>, db: Db = context.db): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`
    select ${selection(table)} from ${source(table, context)}
    where ${bounds(table, context)} and ${condition}
    order by t.planned_on, t.position, t.id`.execute(db);
  return completeSchedules(db, rows, context);
}
