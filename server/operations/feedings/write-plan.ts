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

/** What makes a plan heavier or its mixer smaller. */
const WEIGHING = new Set(['groups', 'mixer', 'planned_on', 'split']);

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
    if (before && changed.includes('operator')) await passOperatorOn(tx, client, id, before.operator as number | null);
    if (before && changed.length > 0) {
      await sql`update schedule set edited = true where client_id = ${client} and id = ${id} and period_job_id is not null`.execute(tx);
    }
  }
  await notifyAroundPlan(tx, client);
}

/** Who records the first load that waits records those after it, unless these have been given to somebody else. */
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
  const { rows } = await sql<{ limit: number }>`
    select x.limit from schedule s
    join mixer m on m.client_id = s.client_id and m.id = s.mixer_id
    join ration r on r.client_id = s.client_id and r.id = s.ration_id
    cross join lateral (select ${sql.raw(MIXER_LIMIT)} as limit) x
    where s.client_id = ${client} and s.id = any(${ids}) and s.weight_plan > x.limit limit 1`.execute(tx);
  if (rows[0]) throw invalid(field, 'mixer_weight', { limit: rows[0].limit });
}
