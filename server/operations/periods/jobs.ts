import { sql } from 'kysely';
import type { z } from 'zod';
import { partsOf } from '#contract/operations/mixers.ts';
import type { PeriodJob } from '#contract/operations/periods.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { pipelined } from '#server/db/pipelined.ts';
import { groupWeight, growthOf, sumWeights } from '#server/domain/feeding-plan.ts';
import { MIXER_LIMIT } from '#server/domain/mixer-limit.ts';
import { keepSizes, type SizedWeight } from '#server/domain/sized-weight.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/** A weight of a head goes with the size that the ration had when it was typed. */
export type JobInput = Omit<z.output<typeof PeriodJob>, 'groups'> & {
  groups: (z.output<typeof PeriodJob>['groups'][number] & SizedWeight)[];
};

/** Adds their jobs, in order, to periods that were read; weights are of the heads of now. */
export async function completePeriods(db: Db, rows: AnyRow[], context: { client: number }): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const { rows: jobs } = await sql<AnyRow>`
    select j.period_id as period, j.id, j.ration_id as ration, r.name as ration_name, r.size, ${sql.raw(MIXER_LIMIT)} as limit, j.mixer_id as mixer, m.name as mixer_name, j.position,
           j.auto_load, j.leftovers, j.planned_leftovers, j.ignore_in_reports, j.skip_time, j.locked, j.split
    from period_job j
    join ration r on r.client_id = j.client_id and r.id = j.ration_id
    join mixer m on m.client_id = j.client_id and m.id = j.mixer_id
    where j.client_id = ${context.client} and j.period_id = any(${rows.map((row) => row.id)})
    order by j.position, j.id`.execute(db);
  const { rows: groups } = await sql<AnyRow>`
    select g.job_id as job, g.group_id as group, a.name as group_name, a.animal_count as heads, g.weight_per_head, g.ration_size
    from period_job_group g join animal_group a on a.client_id = g.client_id and a.id = g.group_id
    where g.client_id = ${context.client} and g.job_id = any(${jobs.map((job) => job.id)})
    order by g.position`.execute(db);
  const groupsOf = groupBy(groups, (group) => group.job as number);
  const jobsOf = groupBy(jobs, (job) => job.period as number);
  return rows.map((row) => {
    const own = (jobsOf.get(row.id) ?? []).map(({ period: _, size, limit, ...job }) => {
      const fed = (groupsOf.get(job.id) ?? []).map(({ job: _, ...group }) => ({
        ...group,
        weight_plan: groupWeight(group.heads, group.weight_per_head, growthOf(size, group.ration_size)),
      }));
      const weight_plan = sumWeights(fed.map((group) => group.weight_plan));
      return { ...job, groups: fed, weight_plan, parts: partsOf(weight_plan, limit, job.split) };
    });
    return { ...row, jobs: own, weight_plan: sumWeights(own.map((job) => job.weight_plan)) };
  });
}

/**
 * Which job of `before` each given one is: the one it names, else the first that nobody names with the same ration and mixer, so that a
 * caller who knows no ids doesn't plan a second feeding beside one that has begun.
 */
function matchJobs(jobs: readonly JobInput[], before: readonly { id: number; ration: number; mixer: number }[]): (number | null)[] {
  const named = new Set(jobs.map((job) => job.id));
  const free = before.filter((job) => !named.has(job.id));
  return jobs.map((job) => {
    if (job.id !== undefined) return job.id;
    const index = free.findIndex((other) => other.ration === job.ration && other.mixer === job.mixer);
    return index === -1 ? null : (free.splice(index, 1)[0]?.id ?? null);
  });
}

/** The jobs with the sizes that their groups' weights were typed for, where job, ration and weight are what they were. */
export function jobsWithSizes(jobs: readonly JobInput[], before: readonly AnyRow[]): JobInput[] {
  const known = before as { id: number; ration: number; mixer: number; groups: JobInput['groups'] }[];
  const matched = matchJobs(jobs, known);
  return jobs.map((job, index) => {
    const was = known.find(({ id, ration }) => id === matched[index] && ration === job.ration);
    return { ...job, groups: keepSizes(job.groups, was?.groups) };
  });
}

/** Writes a period's jobs wholly; those that were kept keep their ids. */
export async function writeJobs(
  tx: Tx,
  client: number,
  period: number,
  jobs: readonly JobInput[],
  before: readonly AnyRow[],
): Promise<void> {
  const matched = matchJobs(jobs, before as { id: number; ration: number; mixer: number }[]);
  const sized = jobsWithSizes(jobs, before);
  const kept = matched.filter((id) => id !== null);
  await sql`delete ${UNREAD} from period_job where client_id = ${client} and period_id = ${period} and id <> all(${kept})`.execute(tx);
  await sql`delete ${UNREAD} from period_job_group where client_id = ${client} and job_id = any(${kept})`.execute(tx);
  // `position` orders, where it is given; what remains is as they came.
  const order = sized.map((job, index) => ({ job, id: matched[index] ?? null, place: job.position ?? index }));
  order.sort((a, b) => a.place - b.place);
  await pipelined(
    tx,
    order.map(
      ({ job, id }, position) =>
        (beside) =>
          writeJob(beside, client, period, job, id, position),
    ),
  );
}

async function writeJob(tx: Tx, client: number, period: number, job: JobInput, id: number | null, position: number): Promise<void> {
  const columns = {
    ration_id: job.ration,
    mixer_id: job.mixer,
    position,
    auto_load: job.auto_load,
    leftovers: job.leftovers,
    planned_leftovers: job.planned_leftovers,
    ignore_in_reports: job.ignore_in_reports,
    skip_time: job.skip_time,
    locked: job.locked,
    split: job.split,
  };
  const written =
    id === null
      ? await tx
          .insertInto('period_job')
          .values({ client_id: client, period_id: period, ...columns })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .updateTable('period_job')
          .set(columns)
          .where('client_id', '=', client)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirstOrThrow();
  await tx
    .insertInto('period_job_group')
    .values(
      job.groups.map((group, place) => ({
        client_id: client,
        job_id: written.id,
        group_id: group.group,
        weight_per_head: group.weight_per_head,
        ration_size: group.ration_size ?? sql<number>`(select size from ration where client_id = ${client} and id = ${job.ration})`,
        position: place,
      })),
    )
    .modifyEnd(UNREAD)
    .execute();
}
