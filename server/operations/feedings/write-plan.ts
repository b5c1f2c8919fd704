import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { MIXER_LIMIT } from '#server/domain/mixer-limit.ts';
import { keepSizes } from '#server/domain/sized-weight.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Change } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { sharingCallsOf } from './called.ts';
import { followSchedule } from './facts.ts';
import { leads, waitedBeside } from './parts.ts';
import { clearPlan, type GroupPlan, writeGroups } from './plan-rows.ts';
import { notifyAroundPlan } from './refresh.ts';
import { replan } from './replan.ts';
import { isSame } from './rules.ts';

/** Fields that can make a plan heavier or its mixer smaller. */
const WEIGHING = new Set(['groups', 'mixer', 'planned_on', 'split']);

/**
 * Runs after a schedule's own row is written: rebuilds the plan of a waiting schedule; the facts of a later one follow the fields that may
 * still change.
 */
export async function writeFeedingPlan(tx: Tx, context: ClientContext, change: Change): Promise<void> {
  const { id, before } = change;
  if (before && before.status !== 'waited') await followSchedule(tx, context.client, { id, planned_on: before.planned_on });
  else await rebuildPlan(tx, context.client, change);
  await notifyAroundPlan(tx, context.client);
}

async function rebuildPlan(tx: Tx, client: number, { id, input, before }: Change): Promise<void> {
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
  if (before && changed.includes('operator')) await passOperatorOn(tx, client, id, before.operator as number | null);
  if (before && changed.length > 0) {
    await sql`update schedule set edited = true where client_id = ${client} and id = ${id} and period_job_id is not null`.execute(tx);
  }
}

/** The person who records the first waiting load also records the later ones, except loads that were given to somebody else. */
async function passOperatorOn(tx: Tx, client: number, id: number, before: number | null): Promise<void> {
  if (!(await leads(tx, client, id))) return;
  const beside = await waitedBeside(tx, client, [id]);
  if (beside.length === 0) return;
  await sql`
    update schedule s set operator_id = f.operator_id, version = s.version + 1 from schedule f
    where s.client_id = ${client} and s.id = any(${beside}) and s.operator_id is not distinct from ${before} and f.client_id = ${client} and f.id = ${id}`.execute(
    tx,
  );
  await notify(tx, client, 'schedules', beside);
}

/** 400 at `field` when a planned weight doesn't fit into its mixer. */
export async function demandFits(tx: Tx, client: number, ids: readonly number[], field: string): Promise<void> {
  const [limit] = (await findOverfull(tx, client, ids)).values();
  if (limit !== undefined) throw invalid(field, 'mixer_weight', { limit });
}

/** Finds the schedules whose planned weight exceeds the mixer's limit, each with that limit. */
export async function findOverfull(tx: Tx, client: number, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; limit: number }>`
    select s.id, x.limit from schedule s
    join mixer m on m.client_id = s.client_id and m.id = s.mixer_id
    join ration r on r.client_id = s.client_id and r.id = s.ration_id
    cross join lateral (select ${sql.raw(MIXER_LIMIT)} as limit) x
    where s.client_id = ${client} and s.id = any(${ids}) and s.weight_plan > x.limit`.execute(tx);
  return new Map(rows.map(({ id, limit }) => [id, limit]));
}
