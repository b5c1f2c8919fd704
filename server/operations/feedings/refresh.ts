import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { replan } from './replan.ts';

/** The changed rows: groups, rations or mixers. */
type Source = { group: number | readonly number[] } | { ration: number | readonly number[] } | { mixer: number };

/**
 * Rebuilds the plan of waiting schedules of today (the farm's) and later after a group's heads, a ration or a mixer changed. Call it in
 * that resource's `afterWrite`. Past days keep their plan. Returns the schedules whose plan changed.
 */
export async function refreshWaited(tx: Tx, client: number, source: Source, now: Date): Promise<number[]> {
  const condition =
    'ration' in source
      ? sql`s.ration_id = any(${[source.ration].flat()})`
      : 'mixer' in source
        ? sql`s.mixer_id = ${source.mixer}`
        : sql`exists (select from schedule_group g where g.client_id = s.client_id and g.schedule_id = s.id
            and g.planned_on = s.planned_on and g.group_id = any(${[source.group].flat()}))`;
  const { rows } = await sql<{ id: number }>`
    select s.id from schedule s join farm f on f.client_id = s.client_id and f.id = s.farm_id
    where s.client_id = ${client} and s.status = 'waited' and not s.deleted
      and s.planned_on >= (${now.toISOString()}::timestamptz at time zone f.timezone)::date and ${condition}`.execute(tx);
  const ids = rows.map((row) => row.id);
  const changed = await replan(tx, client, ids);
  if (changed.length > 0) await notifyPlan(tx, client, changed);
  return changed;
}

/** Notifies open screens that schedules, their loadings and the farms' cards changed. */
export async function notifyPlan(tx: Tx, client: number, schedules: readonly number[]): Promise<void> {
  await notify(tx, client, 'schedules', schedules);
  await notifyAroundPlan(tx, client);
}

/** The same if screens were already notified of the schedules. */
export async function notifyAroundPlan(tx: Tx, client: number): Promise<void> {
  await notify(tx, client, 'loadings');
  await notify(tx, client, 'farms');
}
