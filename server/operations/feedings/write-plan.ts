import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { MIXER_LIMIT } from '#server/domain/mixer-limit.ts';
import { keepSizes, type SizedWeight } from '#server/domain/sized-weight.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Change } from '#server/platform/resource/table.ts';
import { sharingCallsOf } from './called.ts';
import { followSchedule } from './facts.ts';
import { notifyAroundPlan } from './refresh.ts';
import { replan } from './replan.ts';
import { isSame } from './rules.ts';

/** What makes a plan heavier or its mixer smaller. */
const WEIGHING = new Set(['groups', 'mixer', 'planned_on']);

interface GroupPlan extends SizedWeight {
  group: number;
}

/** After a schedule's own row is written: while it waits its plan is made anew, later its facts follow what may still change. */
export async function writeFeedingPlan(tx: Tx, context: ClientContext, { id, input, before }: Change): Promise<void> {
  const { client } = context;
  if (before && before.status !== 'waited') await followSchedule(tx, client, { id, planned_on: before.planned_on });
  else {
    const isSameRation = input.ration === undefined || input.ration === before?.ration;
    const groups = keepSizes((input.groups ?? before?.groups ?? []) as GroupPlan[], isSameRation ? before?.groups : undefined);
    const others = before ? await sharingCallsOf(tx, client, [id], before.planned_on) : [];
    await clearPlan(tx, client, [id], before?.planned_on ?? null);
    await writeGroups(tx, client, [{ schedule: id, groups }]);
    await replan(tx, client, [id], false);
    await replan(tx, client, others);
    const changed = Object.keys(input).filter((field) => field !== 'version' && (!before || !isSame(field, input[field], before[field])));
    // A herd that has outgrown the mixer keeps nobody from naming an operator.
    if (changed.some((field) => WEIGHING.has(field))) await demandFits(tx, client, [id], 'groups');
    if (before && changed.length > 0) {
      await sql`update schedule set edited = true where client_id = ${client} and id = ${id} and period_job_id is not null`.execute(tx);
    }
  }
  await notifyAroundPlan(tx, client);
}

/** Takes the planned groups and items of waited schedules away. */
export async function clearPlan(tx: Tx, client: number, ids: readonly number[], day: string | null): Promise<void> {
  for (const table of ['schedule_group', 'schedule_ingredient']) {
    await sql`
      delete from ${sql.table(table)} where client_id = ${client} and schedule_id = any(${ids})
        and ${day === null ? sql`true` : sql`planned_on = ${day}`}`.execute(tx);
  }
}

/** Writes the groups of schedules that have none; `replan` fills heads and weights in. A weight without its ration's size is typed for the ration of now. */
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

/** 400 at `field` when a planned weight doesn't fit into its mixer. */
export async function demandFits(tx: Tx, client: number, ids: readonly number[], field: string): Promise<void> {
  const { rows } = await sql<{ limit: number }>`
    select x.limit from schedule s
    join mixer m on m.client_id = s.client_id and m.id = s.mixer_id
    join ration r on r.client_id = s.client_id and r.id = s.ration_id
    cross join lateral (select ${sql.raw(MIXER_LIMIT)} as limit) x
    where s.client_id = ${client} and s.id = any(${ids}) and s.weight_plan > x.limit limit 1`.execute(tx);
  if (rows[0]) throw invalid(field, 'mixer_weight', { limit: rows[0].limit });
}
