import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { releaseRefed } from '#server/domain/refed.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { sharingCallsOf } from './called.ts';
import { leads, numberParts, splitFeedings, waitedBeside } from './parts.ts';
import { clearPlan, deletePlanned, writeGroups } from './plan-rows.ts';
import { notifyAroundPlan } from './refresh.ts';
import { replan } from './replan.ts';
import { demandGroups } from './rules.ts';
import { demandFits } from './write-plan.ts';

/**
 * Removes a waiting schedule from the plan. Its row stays, so that the period doesn't create it again. Deleting the first waiting load of a
 * feeding deletes the other waiting ones; they can't be deleted separately.
 */
export async function removeWaited(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  if (before.status !== 'waited') throw conflict('illegal_status');
  if (!(await leads(tx, context.client, before.id))) throw conflict('first_of_loads');
  const beside = await waitedBeside(tx, context.client, [before.id]);
  const others = await sharingCallsOf(tx, context.client, [before.id, ...beside]);
  const takers = await releaseRefed(tx, context.client, [before.id, ...beside]);
  await deletePlanned(tx, context.client, beside);
  await clearPlan(tx, context.client, [before.id], before.planned_on);
  if (before.parts > 1) await numberParts(tx, context.client, await splitFeedings(tx, context.client, [before.id]), [before.id]);
  if (beside.length > 0) await notify(tx, context.client, 'schedules', beside);
  await replan(tx, context.client, [...others, ...takers]);
  await notifyAroundPlan(tx, context.client);
}

/** Restores a schedule that a person deleted, and rebuilds its plan for the groups stored in history. */
export async function restoreWaited(tx: Tx, context: ClientContext, { after: row }: Change): Promise<void> {
  const { rows } = await sql<{ groups: { group: number; weight_per_head: number; ration_size?: number }[] }>`
    select before->'groups' as groups from history
    where client_id = ${context.client} and resource = 'schedules' and resource_id = ${row.id} and type = 'delete'
    order by id desc limit 1`.execute(tx);
  // A schedule that the plan removed can only be created again by the plan.
  if (!rows[0]) throw notFound();
  const { groups } = rows[0];
  await demandGroups(tx, context, row.farm, groups, 'groups');
  await writeGroups(tx, context.client, [{ schedule: row.id, groups }]);
  await replan(tx, context.client, [row.id], false);
  await demandFits(tx, context.client, [row.id], 'groups');
  await notifyAroundPlan(tx, context.client);
}

/** Deletes schedules that a period created and no longer contains, with their further waiting loads. */
export async function discard(tx: Tx, client: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const beside = await waitedBeside(tx, client, ids);
  const gone = [...ids, ...beside];
  const feedings = await splitFeedings(tx, client, ids);
  const others = await sharingCallsOf(tx, client, gone);
  const takers = await releaseRefed(tx, client, gone);
  await deletePlanned(tx, client, gone);
  if (feedings.length > 0) await numberParts(tx, client, feedings, gone);
  if (beside.length > 0) await notify(tx, client, 'schedules', beside);
  await replan(tx, client, [...others, ...takers]);
}
