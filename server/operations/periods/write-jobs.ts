import { sql } from 'kysely';
import type { z } from 'zod';
import type { PeriodJob } from '#contract/operations/periods.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import { pipelined } from '#server/db/pipelined.ts';
import { keepSizes, type SizedWeight } from '#server/domain/sized-weight.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/** A weight of a head goes with the size that the ration had when it was typed. */
export type JobInput = Omit<z.output<typeof PeriodJob>, 'groups'> & {
  groups: (z.output<typeof PeriodJob>['groups'][number] & SizedWeight)[];
};

/**
 * The job of `before` that each given job updates: the one it names, else the first unnamed one with the same ration and mixer. A caller
 * without ids thus doesn't plan a second feeding next to a begun one.
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

/** The jobs with the sizes that their groups' weights were entered for, if job, ration and weight are unchanged. */
export function jobsWithSizes(jobs: readonly JobInput[], before: readonly AnyRow[]): JobInput[] {
  const known = before as { id: number; ration: number; mixer: number; groups: JobInput['groups'] }[];
  const matched = matchJobs(jobs, known);
  return jobs.map((job, index) => {
    const was = known.find(({ id, ration }) => id === matched[index] && ration === job.ration);
    return { ...job, groups: keepSizes(job.groups, was?.groups) };
  });
}

/** Replaces all jobs of a period; unchanged jobs keep their ids. */
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
  // Jobs are sorted by `position` if given, otherwise in the order of the request.
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
