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

/** What a report says of one part, and what is known of it. */
interface Word {
  weight_fact: number;
  started_at?: string | null | undefined;
  seconds?: number | null | undefined;
}
export interface Known {
  weight_fact: number | null;
  /** Nobody has confirmed it yet; it stays so while it is only said again. */
  implausible?: boolean;
  started_at: string | null;
  seconds: number | null;
}

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

/** The last word on each part, over what is known of it; 400 at `<field>.N.<key>` for a part that isn't planned. */
export function mergeReport<K extends string>(
  known: ReadonlyMap<number, Known>,
  words: readonly (Word & Record<K, number>)[],
  key: K,
  field: string,
): Map<number, Known> {
  const last = new Map<number, Known>();
  for (const [index, word] of words.entries()) {
    const part = known.get(word[key]);
    if (!part) throw invalid(`${field}.${index}.${key}`, 'invalid_value');
    const earlier = last.get(word[key]) ?? part;
    last.set(word[key], {
      weight_fact: word.weight_fact,
      ...(part.implausible && part.weight_fact === word.weight_fact ? { implausible: true } : {}),
      started_at: word.started_at === undefined ? earlier.started_at : word.started_at,
      seconds: word.seconds === undefined ? earlier.seconds : word.seconds,
    });
  }
  return last;
}

export const differsFrom = (recorded: ReadonlyMap<number, Known>, reported: ReadonlyMap<number, Known>): boolean =>
  [...reported].some(([id, word]) => {
    const part = recorded.get(id);
    return (
      !part || part.weight_fact !== word.weight_fact || part.seconds !== word.seconds || !isSameInstant(part.started_at, word.started_at)
    );
  });

const isSameInstant = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));

/** Whether what a report gives for a field (nothing given = nothing said) is other than what is known. */
export const isNews = <T>(reported: T | undefined, recorded: T): boolean => reported !== undefined && reported !== recorded;

/** Whether a report gives another beginning, or another end of what has ended. */
export function isNewTime(
  report: { status: LoadingStatus; started_at?: string | null | undefined; finished_at?: string | null | undefined },
  known: { started_at: string | null; seconds: number | null },
): boolean {
  if (report.started_at && !isSameInstant(report.started_at, known.started_at)) return true;
  if (isUnderWay(report.status) || !report.finished_at) return false;
  if (known.started_at === null) return true;
  return Math.round((Date.parse(report.finished_at) - Date.parse(known.started_at)) / 1000) !== known.seconds;
}

const A_DAY = 86_400_000;

/**
 * When it ended and how many seconds it took; 400 at `finished_at` when that isn't after the beginning, or lies a day ahead of the
 * server's clock. Without a word of the end it is now; a report that comes days later then says nothing of how long it took.
 */
export function endOf(finished: string | null | undefined, started: string, now: Date): { finished: string; seconds: number | null } {
  const elapsed = (finished ? Date.parse(finished) : now.getTime()) - Date.parse(started);
  if (!finished) return { finished: now.toISOString(), seconds: elapsed < 0 || elapsed > A_DAY ? null : Math.round(elapsed / 1000) };
  if (elapsed < 0 || elapsed > 7 * A_DAY || Date.parse(finished) > now.getTime() + A_DAY) throw invalid('finished_at', 'invalid_value');
  return { finished, seconds: Math.round(elapsed / 1000) };
}
