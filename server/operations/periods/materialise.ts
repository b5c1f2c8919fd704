import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { Tx } from '#server/db/database.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { clearPlan, writeGroups } from '#server/operations/feedings/plan-rows.ts';
import { notifyPlan } from '#server/operations/feedings/refresh.ts';
import { discard } from '#server/operations/feedings/remove.ts';
import { replan } from '#server/operations/feedings/replan.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { type Followers, feedingsOfJob, followersOf } from './by-programme.ts';
import { completePeriods } from './jobs.ts';
import { loadingsOf, type MadeLoading } from './loadings.ts';
import { insertMade, isMisplaced, keyOfMade, type MadeSchedule, madeSchedules, placeOf, updateMade, type Wanted } from './made.ts';

/** Today and this many days after are made. */
const DAYS_AHEAD = 7;

/**
 * Makes the schedules of a farm's active periods (or of one) for today and the days ahead, and brings those in line that are still
 * waited and were not edited by hand. History has the period's own change, not a row for each of these. Twice, or on two servers at once, is the same as once. Gives whether anything changed.
 */
export async function materialise(tx: Tx, client: number, farm: number, now: Date, only?: number): Promise<boolean> {
  const today = dayAt(now, await timezoneOf(tx, client, farm));
  const last = addDays(today, DAYS_AHEAD);
  // Two makers of the same period go one after the other.
  const { rows } = await sql<AnyRow>`
    select id, name, start_time, end_time, active_from from period
    where client_id = ${client} and farm_id = ${farm} and active and not deleted and ${only === undefined ? sql`true` : sql`id = ${only}`}
    order by id for update`.execute(tx);
  if (rows.length === 0) return false;
  await sql`select ensure_month(${today}::date), ensure_month(${last}::date)`.execute(tx);
  const periods = await completePeriods(tx, rows, { client });
  const loadings = await loadingsOf(tx, client, farm, periods, today, last);
  const there = await madeSchedules(
    tx,
    client,
    loadings.map((loading) => loading.id),
    today,
    last,
  );
  const wanted = withoutFed(planWanted(periods, loadings, await followersOf(tx, client, farm)), there);
  const jobs = new Map(there.map((schedule) => [keyOfMade(schedule), schedule]));
  const isWanted = new Set(wanted.map(keyOfMade));

  const gone = there.filter((schedule) => isOurs(schedule) && !isWanted.has(keyOfMade(schedule)));
  await discard(tx, client, listIds(gone));
  const added = await insertMade(
    tx,
    client,
    farm,
    wanted.filter((want) => !jobs.has(keyOfMade(want))),
  );
  const kept = wanted.flatMap((want) => {
    const schedule = jobs.get(keyOfMade(want));
    return schedule && isOurs(schedule) ? [{ want, schedule }] : [];
  });
  const moved = kept.filter(({ want, schedule }) => differs(want, schedule));
  await updateMade(
    tx,
    client,
    moved.map(({ want, schedule }) => ({ ...want, id: schedule.id })),
  );
  const regrouped = kept.filter(({ want, schedule }) => JSON.stringify(want.groups) !== JSON.stringify(schedule.groups.map(pickPlanned)));
  await clearPlan(
    tx,
    client,
    regrouped.map(({ schedule }) => schedule.id),
    null,
  );
  await writeGroups(tx, client, [
    ...added.map(({ id, want }) => ({ schedule: id, groups: want.groups })),
    ...regrouped.map(({ want, schedule }) => ({ schedule: schedule.id, groups: want.groups })),
  ]);
  await replan(
    tx,
    client,
    added.map(({ id }) => id),
    false,
  );
  const changed = await replan(tx, client, [...kept.map(({ schedule }) => schedule.id)]);
  const notifiedIds = [
    ...new Set([...changed, ...added.map(({ id }) => id), ...listIds(gone), ...moved.map(({ schedule }) => schedule.id)]),
  ];
  if (notifiedIds.length > 0) await notifyPlan(tx, client, notifiedIds);
  return notifiedIds.length > 0;
}

/** Takes away what a period that is no longer active has made for today and later, as far as it is waited and not edited by hand. */
export async function unmake(tx: Tx, client: number, farm: number, period: number, now: Date): Promise<void> {
  const today = dayAt(now, await timezoneOf(tx, client, farm));
  const { rows } = await sql<{ id: number }>`
    select id from loading where client_id = ${client} and period_id = ${period} and planned_on >= ${today}`.execute(tx);
  const made = await madeSchedules(tx, client, listIds(rows), today, null);
  const gone = listIds(made.filter(isOurs));
  await discard(tx, client, gone);
  await sql`
    delete from loading l where l.client_id = ${client} and l.id = any(${listIds(rows)}) and not l.edited
      and not exists (select from schedule s where s.client_id = l.client_id and s.loading_id = l.id)`.execute(tx);
  await notifyPlan(tx, client, gone);
}

/** True if the plan may still change the schedule: it waits, and nobody edited it by hand. */
export const isOurs = (schedule: MadeSchedule) => schedule.status === 'waited' && !schedule.edited && !schedule.deleted;

const listIds = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

function planWanted(periods: readonly AnyRow[], loadings: readonly MadeLoading[], followers: Followers): Wanted[] {
  const jobsOf = groupBy(periods, (period) => period.id as number);
  return loadings
    .filter((loading) => loading.active)
    .flatMap((loading) =>
      (jobsOf.get(loading.period)?.[0]?.jobs ?? []).flatMap((job: AnyRow, index: number) => {
        const groups = (job.groups as Wanted['groups']).map(pickPlanned);
        return feedingsOfJob({ id: job.id, ration: job.ration, groups }, loading.planned_on, followers).map((feeding, part) => ({
          ...feeding,
          loading: loading.id,
          job: job.id,
          planned_on: loading.planned_on,
          position: placeOf(loading.start_time, index),
          mixer: job.mixer,
          auto_load: job.auto_load,
          // Leftovers go into one mixer only.
          leftovers: part === 0 && job.leftovers,
          planned_leftovers: part === 0 ? job.planned_leftovers : 0,
          ignore_in_reports: job.ignore_in_reports,
          skip_time: job.skip_time,
          locked: job.locked,
          split: job.split,
        }));
      }),
    );
}

/**
 * Without the groups that another feeding of the job feeds and that only a person may change: it was edited, deleted or begun. A ration
 * that a programme adds from now on would feed them twice.
 */
function withoutFed(wanted: readonly Wanted[], there: readonly MadeSchedule[]): Wanted[] {
  const groupsOf = new Map(wanted.map((want) => [keyOfMade(want), new Set(want.groups.map(({ group }) => group))]));
  const stay = there
    .filter((schedule) => !isOurs(schedule))
    .flatMap((schedule) => {
      const left = schedule.groups.filter(({ group }) => !groupsOf.get(keyOfMade(schedule))?.has(group));
      return left.map(({ group }) => `${schedule.loading}/${schedule.job}/${group}`);
    });
  if (stay.length === 0) return [...wanted];
  const fed = new Set(stay);
  return wanted.flatMap((want) => {
    const groups = want.groups.filter(({ group }) => !fed.has(`${want.loading}/${want.job}/${group}`));
    return groups.length > 0 ? [{ ...want, groups }] : [];
  });
}

const pickPlanned = ({ group, weight_per_head, ration_size }: Wanted['groups'][number]) => ({ group, weight_per_head, ration_size });

const FIELDS = [
  'ration',
  'mixer',
  'auto_load',
  'leftovers',
  'planned_leftovers',
  'ignore_in_reports',
  'skip_time',
  'locked',
  'split',
] as const;

function differs(want: Wanted, schedule: MadeSchedule): boolean {
  return isMisplaced(schedule, want) || FIELDS.some((field) => want[field] !== schedule[field]);
}
