import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { SizedWeight } from '#server/domain/sized-weight.ts';

/** Positions from here on are set by the plan, by time; a person who orders a day uses positions from 1. */
export const PLACED_BY_CLOCK = 1000;

export interface GroupPlan extends SizedWeight {
  group: number;
}

/** Deletes the planned groups and items of waiting schedules. */
export async function clearPlan(tx: Tx, client: number, ids: readonly number[], day: string | null): Promise<void> {
  for (const table of ['schedule_group', 'schedule_ingredient']) {
    await sql`
      delete from ${sql.table(table)} where client_id = ${client} and schedule_id = any(${ids})
        and ${day === null ? sql`true` : sql`planned_on = ${day}`}`.execute(tx);
  }
}

/**
 * Inserts the groups of schedules that have none; `replan` sets heads and weights. A weight without its ration's size refers to the
 * ration's present size.
 */
export async function writeGroups(tx: Tx, client: number, plans: readonly { schedule: number; groups: readonly GroupPlan[] }[]) {
  const rows = plans.flatMap(({ schedule, groups }) =>
    groups.map(({ group, weight_per_head, ration_size }, position) => ({ schedule, group, weight_per_head, ration_size, position })),
  );
  await sql`
    insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads,
           weight_per_head, ration_size, weight_plan)
    select s.client_id, s.id, x.group, s.planned_on, s.farm_id, s.ration_id, s.mixer_id, x.position, 0, x.weight_per_head,
           coalesce(x.ration_size, r.size), 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(schedule bigint, "group" bigint, weight_per_head numeric, ration_size numeric, position integer)
    join schedule s on s.client_id = ${client} and s.id = x.schedule
    join ration r on r.client_id = s.client_id and r.id = s.ration_id`.execute(tx);
}

/**
 * Deletes waiting schedules that the plan created and no longer contains. A schedule with rows in the ledger (loaded and reset), or with
 * other loads that stay, is marked as deleted instead.
 */
export async function deletePlanned(tx: Tx, client: number, ids: readonly number[]): Promise<void> {
  await clearPlan(tx, client, ids, null);
  await sql`
    update schedule s set deleted = true, version = version + 1 where s.client_id = ${client} and s.id = any(${ids})
      and (exists (select from ledger l where l.client_id = s.client_id and l.schedule_id = s.id)
        or exists (select from schedule p where p.client_id = s.client_id and p.part_of = s.id and p.id <> all(${ids})))`.execute(tx);
  await sql`delete from schedule where client_id = ${client} and id = any(${ids}) and not deleted`.execute(tx);
}
