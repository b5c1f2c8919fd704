import { sql } from 'kysely';
import { groupsNaming } from '#server/domain/plan-uses.ts';
import type { AnyRow, Input, Naming } from '#server/platform/resource/table.ts';

const eachJob = (row: AnyRow, change: (job: AnyRow) => AnyRow): Input => ({ jobs: (row.jobs as AnyRow[]).map(change) });

const inJobs = (what: 'ration' | 'mixer'): Naming => ({
  of: what,
  where: (_context, id) => sql`exists (select from period_job j
    where j.client_id = t.client_id and j.period_id = t.id and ${sql.ref(`j.${what}_id`)} = ${id})`,
  input: (row, from, to) => eachJob(row, (job) => (job[what] === from ? { ...job, [what]: to } : job)),
  isAtRest: (row) => !row.active,
});

/** The references of a period's jobs. A job that is switched off may keep a deleted ration or mixer, because deletion allows this. */
export const namingInJobs: readonly Naming[] = [
  inJobs('ration'),
  inJobs('mixer'),
  {
    of: 'animal_group',
    where: (_context, id) => sql`exists (select from period_job j join period_job_group g on g.client_id = j.client_id and g.job_id = j.id
      where j.client_id = t.client_id and j.period_id = t.id and g.group_id = ${id})`,
    input: (row, from, to) => eachJob(row, (job) => ({ ...job, groups: groupsNaming(job.groups, from, to) })),
  },
];
