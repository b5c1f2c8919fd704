import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { releaseRefed } from '#server/domain/refed.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';
import { sharingCallsOf } from './called.ts';
import { notifyAroundPlan } from './refresh.ts';
import { replan } from './replan.ts';
import { demandGroups } from './rules.ts';
import { clearPlan, demandFits, writeGroups } from './write-plan.ts';

/** What a person deletes goes out of the plan; its row stays, so that the period doesn't make it again. Only while it is waited. */
export async function removeWaited(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  if (before.status !== 'waited') throw conflict('illegal_status');
  const others = await sharingCallsOf(tx, context.client, [before.id]);
  const takers = await releaseRefed(tx, context.client, [before.id]);
  await clearPlan(tx, context.client, [before.id], before.planned_on);
  await replan(tx, context.client, [...others, ...takers]);
  await notifyAroundPlan(tx, context.client);
}

/** Plans a schedule that a person had deleted anew, for the groups that history says it was for. */
export async function restoreWaited(tx: Tx, context: ClientContext, { after: row }: Change): Promise<void> {
  const { rows } = await sql<{ groups: { group: number; weight_per_head: number; ration_size?: number }[] }>`
    select before->'groups' as groups from history
    where client_id = ${context.client} and resource = 'schedules' and resource_id = ${row.id} and type = 'delete'
    order by id desc limit 1`.execute(tx);
  // What the plan itself took away, the plan alone brings back.
  if (!rows[0]) throw notFound();
  const { groups } = rows[0];
  await demandGroups(tx, context, row.farm, groups, 'groups');
  await writeGroups(tx, context.client, [{ schedule: row.id, groups }]);
  await replan(tx, context.client, [row.id], false);
  await demandFits(tx, context.client, [row.id], 'groups');
  await notifyAroundPlan(tx, context.client);
}

/** Takes away schedules that a period made and no longer makes. One with rows in the ledger (it was loaded and reset) stays, deleted. */
export async function discard(tx: Tx, client: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const others = await sharingCallsOf(tx, client, ids);
  const takers = await releaseRefed(tx, client, ids);
  await clearPlan(tx, client, ids, null);
  await sql`
    update schedule s set deleted = true, version = version + 1 where s.client_id = ${client} and s.id = any(${ids})
      and exists (select from ledger l where l.client_id = s.client_id and l.schedule_id = s.id)`.execute(tx);
  await sql`delete from schedule where client_id = ${client} and id = any(${ids}) and not deleted`.execute(tx);
  await replan(tx, client, [...others, ...takers]);
}
