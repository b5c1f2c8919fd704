import { sql } from 'kysely';
import { computeGroupWeight, computeGrowth, sumWeights } from '#common/feeding/plan.ts';
import { partsOf } from '#contract/operations/mixers.ts';
import type { Db } from '#server/db/database.ts';
import { MIXER_LIMIT } from '#server/domain/mixer-limit.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

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
    const ownJobs = (jobsOf.get(row.id) ?? []).map(({ period: _, size, limit, ...job }) => {
      const fed = (groupsOf.get(job.id) ?? []).map(({ job: _, ...group }) => ({
        ...group,
        weight_plan: computeGroupWeight(group.heads, group.weight_per_head, computeGrowth(size, group.ration_size)),
      }));
      const weight_plan = sumWeights(fed.map((group) => group.weight_plan));
      return { ...job, groups: fed, weight_plan, parts: partsOf(weight_plan, limit, job.split) };
    });
    return { ...row, jobs: ownJobs, weight_plan: sumWeights(ownJobs.map((job) => job.weight_plan)) };
  });
}
