import type { LoadingStatus } from '#contract/kinds.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { demandVersion, get, lockAndGet, noteChange } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { notifyAroundPlan } from './refresh.ts';
import { isUnderWay, stepTo } from './status.ts';
import { scheduleTable } from './table.ts';

const table = anyTable(scheduleTable);

/** Reads a schedule under a lock that holds until the transaction ends: of two who write at once, one sees the other's work. */
export async function lockFeeding(tx: Tx, context: ClientContext, id: number): Promise<ScheduleRow> {
  return (await lockAndGet(tx, table, context, id)) as ScheduleRow;
}

/** Gives the schedule as it is now, with the change recorded and told. */
export async function recordAndNotify(tx: Tx, context: ClientContext, before: ScheduleRow, reason?: string): Promise<ScheduleRow> {
  const after = (await get(tx, table, context, before.id)) as ScheduleRow;
  await noteChange(tx, table, context, before, after, reason);
  await notifyAroundPlan(tx, context.client);
  return after;
}

/**
 * Whether a report changes anything: false when the schedule has its status already and it says nothing else than what is known (a
 * terminal sends again what it got no answer to). 409 when it is out of turn, its version is stale or the month is closed.
 */
export async function demandTurn(
  tx: Tx,
  context: ClientContext,
  before: ScheduleRow,
  report: { status: LoadingStatus; version?: number | undefined },
  addsNews: boolean,
): Promise<boolean> {
  const step = stepTo(before.status, report.status);
  if (step === 'again' && !addsNews) return false;
  demandVersion(before, report);
  if (step === 'illegal' || (step === 'again' && !isUnderWay(before.status))) {
    throw conflict('illegal_status', { values: [before.status] }, 'status');
  }
  await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
  return true;
}

const A_DAY = 86_400_000;

/**
 * When it ended and how many seconds it took; 400 at `finished_at` when that isn't after the beginning, or is more than a week after it. Without a word of the end it is now; a report that comes days later then says nothing of how long it took.
 */
export function endOf(finished: string | null | undefined, started: string, now: Date): { finished: string; seconds: number | null } {
  const elapsed = (finished ? Date.parse(finished) : now.getTime()) - Date.parse(started);
  if (!finished) return { finished: now.toISOString(), seconds: elapsed < 0 || elapsed > A_DAY ? null : Math.round(elapsed / 1000) };
  if (elapsed < 0 || elapsed > 7 * A_DAY) throw invalid('finished_at', 'invalid_value');
  return { finished, seconds: Math.round(elapsed / 1000) };
}
