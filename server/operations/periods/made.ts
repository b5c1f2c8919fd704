import { sql } from 'kysely';
import type { LoadingStatus } from '#contract/kinds.ts';
import type { Tx } from '#server/db/database.ts';
import { PLACED_BY_CLOCK } from '#server/operations/feedings/plan-rows.ts';

interface Content {
  loading: number;
  job: number;
  /** The ration of a programme, next to the job's own feeding; 0 for the job's own. */
  programme_ration: number;
  ration: number;
  mixer: number;
  auto_load: boolean;
  leftovers: boolean;
  planned_leftovers: number;
  ignore_in_reports: boolean;
  skip_time: boolean;
  locked: boolean;
  split: boolean;
  groups: { group: number; weight_per_head: number; ration_size: number }[];
}

/** A schedule as a period's job wants it. */
export interface Wanted extends Content {
  planned_on: string;
  position: number;
}

/** A schedule that a job has made. */
export interface MadeSchedule extends Content {
  id: number;
  position: number;
  status: LoadingStatus;
  edited: boolean;
  deleted: boolean;
}

/** The key of a schedule within a period's day. */
export const keyOfMade = ({ loading, job, programme_ration }: Pick<Content, 'loading' | 'job' | 'programme_ration'>) =>
  `${loading}/${job}/${programme_ration}`;

/** The place of a job in its day until somebody orders the day by hand (numbered from 1): by the clock, then by the period's order. */
export function placeOf(startTime: string, index: number): number {
  const [hours, minutes] = startTime.split(':').map(Number);
  return PLACED_BY_CLOCK + ((hours ?? 0) * 60 + (minutes ?? 0)) * 100 + index;
}

/** Whether its place is out of line with its job's: one that was given by hand is right. */
export const isMisplaced = (schedule: MadeSchedule, want: Wanted): boolean =>
  schedule.position >= PLACED_BY_CLOCK && schedule.position !== want.position;

/** The schedules that jobs created in these loadings, including deleted ones, so that those aren't created again. */
export async function madeSchedules(
  tx: Tx,
  client: number,
  loadings: readonly number[],
  first: string,
  last: string | null,
): Promise<MadeSchedule[]> {
  const { rows } = await sql<MadeSchedule>`
    select s.id, s.position, s.loading_id as loading, s.period_job_id as job, s.programme_ration, s.status, s.edited, s.deleted, s.ration_id as ration, s.mixer_id as mixer,
           s.auto_load, s.leftovers, s.planned_leftovers, s.ignore_in_reports, s.skip_time, s.locked, s.split,
           coalesce((select jsonb_agg(jsonb_build_object('group', g.group_id, 'weight_per_head', g.weight_per_head, 'ration_size', g.ration_size) order by g.position)
             from schedule_group g where g.client_id = s.client_id and g.schedule_id = s.id
               and g.planned_on >= ${first} and (${last}::date is null or g.planned_on <= ${last}::date)), '[]') as groups
    from schedule s
    where s.client_id = ${client} and s.loading_id = any(${loadings}) and s.period_job_id is not null
    order by s.id for update of s`.execute(tx);
  return rows;
}

/** Adds schedules; one that another server has made meanwhile is left to it. */
export async function insertMade(tx: Tx, client: number, farm: number, wanted: readonly Wanted[]): Promise<{ id: number; want: Wanted }[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ id: number; loading: number; job: number; programme_ration: number }>`
    insert into schedule (client_id, farm_id, loading_id, period_job_id, programme_ration, planned_on, position, ration_id, mixer_id, auto_load, leftovers,
           planned_leftovers, ignore_in_reports, skip_time, locked, split)
    select ${client}, ${farm}, x.loading, x.job, x.programme_ration, x.planned_on, x.position, x.ration, x.mixer, x.auto_load, x.leftovers,
           x.planned_leftovers, x.ignore_in_reports, x.skip_time, x.locked, x.split
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as x(loading bigint, job bigint, programme_ration bigint, planned_on date, position integer,
           ration bigint, mixer bigint, auto_load boolean, leftovers boolean, planned_leftovers numeric, ignore_in_reports boolean,
           skip_time boolean, locked boolean, split boolean)
    on conflict (client_id, loading_id, period_job_id, programme_ration) where period_job_id is not null do nothing
    returning id, loading_id as loading, period_job_id as job, programme_ration`.execute(tx);
  const wants = new Map(wanted.map((want) => [keyOfMade(want), want]));
  return rows.flatMap(({ id, ...key }) => {
    const want = wants.get(keyOfMade(key));
    return want ? [{ id, want }] : [];
  });
}

/** Brings schedules in line with their jobs; a place that was given by hand stays. */
export async function updateMade(tx: Tx, client: number, wanted: readonly (Wanted & { id: number })[]): Promise<void> {
  if (wanted.length === 0) return;
  await sql`
    update schedule s set ration_id = x.ration, mixer_id = x.mixer, auto_load = x.auto_load, leftovers = x.leftovers,
           planned_leftovers = x.planned_leftovers, ignore_in_reports = x.ignore_in_reports, skip_time = x.skip_time, locked = x.locked, split = x.split,
           position = case when s.position >= ${PLACED_BY_CLOCK} then x.position else s.position end, version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as x(id bigint, position integer, ration bigint, mixer bigint,
           auto_load boolean, leftovers boolean, planned_leftovers numeric, ignore_in_reports boolean, skip_time boolean, locked boolean, split boolean)
    where s.client_id = ${client} and s.id = x.id`.execute(tx);
}
