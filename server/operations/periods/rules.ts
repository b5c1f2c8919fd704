import { sql } from 'kysely';
import { computeGroupWeight, computeGrowth, sumWeights } from '#common/feeding/plan.ts';
import { dayAt } from '#common/format/clock.ts';
import { MAX_PARTS, mixerLimit } from '#contract/operations/mixers.ts';
import type { Tx } from '#server/db/database.ts';
import { pipelined } from '#server/db/pipelined.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { demandGroups } from '#server/operations/feedings/rules.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { demandOnFarm } from '#server/platform/resource/references.ts';
import type { AnyRow, Change, Input } from '#server/platform/resource/table.ts';
import { type JobInput, jobsWithSizes } from './write-jobs.ts';

/** 400 at `end_time` if it is before `start_time`; `HH:mm` and `HH:mm:ss` are comparable. */
export function demandTimes(next: AnyRow): void {
  const full = (time: string) => (time.length === 5 ? `${time}:00` : time);
  if (full(next.end_time) < full(next.start_time)) throw invalid('end_time', 'min_val', { limit: next.start_time });
}

/**
 * Checks that the schema of a period can't express. Sets the day from which an activated period creates schedules, and the position of a
 * new one.
 */
export async function preparePeriod(tx: Tx, context: ClientContext, { input, before, after: next }: Change): Promise<Input> {
  if (before && next.farm !== before.farm) throw invalid('farm', 'invalid_value');
  demandTimes(next);
  const activated = next.active && !before?.active;
  // The herd may have grown since the jobs were saved.
  if (input.jobs !== undefined || activated) await demandJobs(tx, context, next.farm, next.jobs, before);
  const columns: Record<string, unknown> = {};
  if (activated) columns.active_from = dayAt(context.services.now(), await timezoneOf(tx, context.client, next.farm));
  if (!before && input.position === undefined) {
    columns.position = sql`(select coalesce(max(position), 0) + 1 from period
      where client_id = ${context.client} and farm_id = ${next.farm} and not deleted)`;
  }
  return columns;
}

async function demandJobs(tx: Tx, context: ClientContext, farm: number, jobs: readonly JobInput[], before: AnyRow | null): Promise<void> {
  const known = new Set(((before?.jobs ?? []) as AnyRow[]).map((job) => job.id));
  const ids = jobs.flatMap((job) => job.id ?? []);
  const wrong = jobs.findIndex((job) => job.id !== undefined && (!known.has(job.id) || ids.indexOf(job.id) !== ids.lastIndexOf(job.id)));
  if (wrong !== -1) throw invalid(`jobs.${wrong}.id`, 'invalid_value');
  const both = jobs.findIndex((job) => job.leftovers && job.auto_load);
  if (both !== -1) throw invalid(`jobs.${both}.auto_load`, 'leftovers_auto_load');
  const column = (key: 'ration' | 'mixer') => jobs.map((job) => job[key]);
  await pipelined(tx, [
    ...jobs.map((job, index) => (beside: Tx) => demandGroups(beside, context, farm, job.groups, `jobs.${index}.groups`)),
    (beside) => demandOnFarm(beside, context, 'mixer', farm, column('mixer'), 'jobs.*.mixer'),
    (beside) => demandOnFarm(beside, context, 'ration', farm, column('ration'), 'jobs.*.ration'),
  ]);
  await demandFits(tx, context, jobsWithSizes(jobs, before?.jobs ?? []));
}

/** 400 at `jobs.N.mixer` when a load, with the heads of now, is more than its mixer holds. */
async function demandFits(tx: Tx, context: ClientContext, jobs: readonly JobInput[]): Promise<void> {
  const { rows: mixers } = await sql<{ id: number; max_weight: number; volume: number | null }>`
    select id, max_weight, volume from mixer where client_id = ${context.client} and id = any(${jobs.map((job) => job.mixer)})`.execute(tx);
  const { rows: herd } = await sql<{ id: number; animal_count: number }>`
    select id, animal_count from animal_group
    where client_id = ${context.client} and id = any(${jobs.flatMap((job) => job.groups.map((group) => group.group))})`.execute(tx);
  const { rows: rations } = await sql<{ id: number; size: number; density: number | null }>`
    select id, size, density from ration where client_id = ${context.client} and id = any(${jobs.map((job) => job.ration)})`.execute(tx);
  const rationsById = new Map(rations.map((ration) => [ration.id, ration]));
  const heads = new Map(herd.map((group) => [group.id, group.animal_count]));
  const mixersById = new Map(mixers.map((mixer) => [mixer.id, mixer]));
  for (const [index, job] of jobs.entries()) {
    const ration = rationsById.get(job.ration);
    const mixer = mixersById.get(job.mixer);
    const size = ration?.size ?? 0;
    const weights = job.groups.map(({ group, weight_per_head, ration_size }) =>
      computeGroupWeight(heads.get(group) ?? 0, weight_per_head, computeGrowth(size, ration_size ?? size)),
    );
    const weight = sumWeights(weights);
    const limit = mixer ? mixerLimit(mixer, ration) : 0;
    if (weight > (job.split ? limit * MAX_PARTS : limit)) throw invalid(`jobs.${index}.mixer`, 'mixer_weight', { limit });
  }
}
