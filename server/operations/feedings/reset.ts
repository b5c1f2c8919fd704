import { sql } from 'kysely';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { transferCosts } from '#server/domain/carried-feed.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { reverse } from '#server/domain/reverse-moves.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict } from '#server/platform/errors.ts';
import { demandVersion } from '#server/platform/resource/crud.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import { followFirst, waitedBeside } from './parts.ts';
import { replan } from './replan.ts';
import { lockFeeding, recordAndNotify } from './report.ts';

/**
 * Sets a schedule back to `waited` and rebuilds its plan: facts are deleted, stock is restored, and history contains both with the reason.
 * The schedule counts as edited by hand and is excluded from automatic loading, which would undo the reset within a minute.
 */
export async function reset(
  context: ClientContext,
  id: number,
  body: { reason: string; version?: number | undefined },
): Promise<ScheduleRow> {
  return context.write(async (tx) => {
    const before = await lockFeeding(tx, context, id);
    demandVersion(before, body);
    if (before.status === 'waited') throw conflict('illegal_status', {}, 'status');
    await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
    // Stock before facts, as loading does it: in the other order the two could deadlock.
    await reverse(tx, authorOf(context), { schedule: id }, body.reason);
    const beside = await waitedBeside(tx, context.client, [id]);
    await clearFacts(tx, context.client, before, beside);
    // The waiting loads may have changed meanwhile: it becomes equal to them.
    if (beside[0]) await followFirst(tx, context.client, [{ id, first: beside[0] }]);
    await transferCosts(tx, context.client, [id]);
    await replan(tx, context.client, [id], false);
    return recordAndNotify(tx, context, before, body.reason);
  });
}

async function clearFacts(tx: Tx, client: number, schedule: ScheduleRow, beside: readonly number[]): Promise<void> {
  const own = sql`client_id = ${client} and schedule_id = ${schedule.id} and planned_on = ${schedule.planned_on}`;
  await sql`
    update schedule_ingredient set weight_fact = null, pack = null, packs = null, pack_kg = null, lot = null, price = null, dry_matter = null, tolerance = null, started_at = null, seconds = null, counted = false,
           implausible = false
    where ${own}`.execute(tx);
  await sql`delete from schedule_group where ${own} and added`.execute(tx);
  await sql`update schedule_group set weight_fact = null, started_at = null, seconds = null, counted = false, left_out = false, implausible = false where ${own}`.execute(
    tx,
  );
  await sql`
    update schedule set status = 'waited', weight_fact = null, weight_unloaded = null, started_at = null, seconds = null,
           upload_started_at = null, upload_seconds = null, mix_seconds = null, auger_rotations = null, auto_load = false, edited = true,
           implausible = false, version = version + 1
    where client_id = ${client} and id = ${schedule.id}`.execute(tx);
  // Otherwise the waiting loads would set the switch again.
  await sql`update schedule set auto_load = false, version = version + 1 where client_id = ${client} and id = any(${beside}) and auto_load`.execute(
    tx,
  );
}
