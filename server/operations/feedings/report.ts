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

/** Reads a schedule and locks it until the transaction ends, so that the second of two writers sees the first one's changes. */
export async function lockFeeding(tx: Tx, context: ClientContext, id: number): Promise<ScheduleRow> {
  return (await lockAndGet(tx, table, context, id)) as ScheduleRow;
}

/** Writes the change into history, notifies screens and returns the schedule as it is now. */
export async function recordAndNotify(tx: Tx, context: ClientContext, before: ScheduleRow, reason?: string): Promise<ScheduleRow> {
  const after = (await get(tx, table, context, before.id)) as ScheduleRow;
  await noteChange(tx, table, context, before, after, reason);
  await notifyAroundPlan(tx, context.client);
  return after;
}

/**
 * True if a report changes anything; false if the schedule already has the status and all values (a terminal repeats a report that got no
 * response). 409 if the status isn't the next one, the version is stale or the month is closed.
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
 * Returns the end and the duration in seconds; 400 at `finished_at` if it isn't after the start, or is more than a week later. Without an
 * end, it is now; if such a report arrives days later, the duration is unknown.
 */
export function endOf(finished: string | null | undefined, started: string, now: Date): { finished: string; seconds: number | null } {
  const elapsed = (finished ? Date.parse(finished) : now.getTime()) - Date.parse(started);
  if (!finished) return { finished: now.toISOString(), seconds: elapsed < 0 || elapsed > A_DAY ? null : Math.round(elapsed / 1000) };
  if (elapsed < 0 || elapsed > 7 * A_DAY) throw invalid('finished_at', 'invalid_value');
  return { finished, seconds: Math.round(elapsed / 1000) };
}
