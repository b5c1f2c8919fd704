import { sql } from 'kysely';
import { shareInProportion } from '#common/feeding/plan.ts';
import { daysBetween } from '#contract/days.ts';
import { feedOfDay, type ProgrammeStep } from '#contract/operations/programmes.ts';
import type { Tx } from '#server/db/database.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';

/** The ration and weight that a job gives a group. */
interface GroupPlan {
  group: number;
  weight_per_head: number;
  ration_size: number;
}

/** A group that is fed by a programme, and the jobs of its farm's active periods that feed it: these share its kilograms of a day as they do without one. */
interface Follower {
  group: number;
  started_on: string;
  blend_days: number;
  steps: (ProgrammeStep & { ration_size: number })[];
  jobs: { id: number; weight_per_head: number }[];
}
export type Followers = ReadonlyMap<number, Follower>;

/** The groups of a farm that a programme feeds. */
export async function followersOf(tx: Tx, client: number, farm: number): Promise<Followers> {
  const { rows } = await sql<Follower>`
    select g.id as group, g.started_on, p.blend_days,
      (select json_agg(json_build_object('day', s.day, 'ration', s.ration_id, 'weight_per_head', s.weight_per_head, 'ration_size', s.ration_size) order by s.day)
       from programme_step s where s.client_id = p.client_id and s.programme_id = p.id) as steps,
      coalesce((select json_agg(json_build_object('id', j.id, 'weight_per_head', w.weight_per_head) order by j.id)
       from period_job_group w
       join period_job j on j.client_id = w.client_id and j.id = w.job_id
       join period e on e.client_id = j.client_id and e.id = j.period_id and e.active and not e.deleted
       where w.client_id = g.client_id and w.group_id = g.id), '[]') as jobs
    from animal_group g join programme p on p.client_id = g.client_id and p.id = g.programme_id and not p.deleted
    where g.client_id = ${client} and g.farm_id = ${farm} and not g.deleted`.execute(tx);
  return new Map(rows.map((row) => [row.group, row]));
}

interface Job {
  id: number;
  ration: number;
  groups: GroupPlan[];
}

/** A job's feedings of a day, each of one ration: its own first, and those that programmes ask for instead (`programme_ration`, 0 for its own). */
export function feedingsOfJob(
  job: Job,
  day: string,
  followers: Followers,
): { programme_ration: number; ration: number; groups: GroupPlan[] }[] {
  const parts = job.groups.flatMap((plan) => divideByProgramme(job, plan, day, followers.get(plan.group)));
  const rations = [...groupBy(parts, ({ ration }) => ration)].toSorted(([a], [b]) => Number(b === job.ration) - Number(a === job.ration));
  return rations.map(([ration, own]) => ({
    programme_ration: ration === job.ration ? 0 : ration,
    ration,
    groups: own.map(({ ration: _, ...plan }) => plan),
  }));
}

function divideByProgramme(
  { id, ration }: Job,
  plan: GroupPlan,
  day: string,
  follower: Follower | undefined,
): (GroupPlan & { ration: number })[] {
  if (!follower || day < follower.started_on) return [{ ...plan, ration }];
  const weights = follower.jobs.map((job) => job.weight_per_head);
  // Jobs that give nothing yet share alike.
  const shares = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  const place = follower.jobs.findIndex((job) => job.id === id);
  return feedOfDay(follower, daysBetween(follower.started_on, day)).flatMap(({ step, weight_per_head }) => {
    const weight = shareInProportion(weight_per_head, shares)[place] ?? 0;
    return weight > 0 ? [{ group: plan.group, weight_per_head: weight, ration: step.ration, ration_size: step.ration_size }] : [];
  });
}
