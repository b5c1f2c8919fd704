import { type RawBuilder, sql } from 'kysely';
import type { Limit, RememberedLimits } from '#contract/least-cost.ts';
import { listNutrientIds, type Reading } from './read-feeds.ts';

/** A ration with the limits that its least cost remembers. */
export interface RememberedRation {
  id: number;
  name: string;
  farm: number;
  /** Heads of the last run. */
  head: number;
  planned_heads: number;
  /** The day of the farm. */
  today: string;
  feeds: RememberedLimits['feeds'];
  limits: Limit[];
}

/** SQL: heads of the groups that active periods feed with a ration `r`. A group in several periods counts once. */
const PLANNED_HEADS = sql`(
  select coalesce(sum(a.animal_count), 0)::integer from animal_group a
  where a.client_id = r.client_id and not a.deleted and a.id in (
    select g.group_id from period p
    join period_job j on j.client_id = p.client_id and j.period_id = p.id
    join period_job_group g on g.client_id = j.client_id and g.job_id = j.id
    where p.client_id = r.client_id and p.active and not p.deleted and j.ration_id = r.id))`;

export async function countPlannedHeads({ db, client }: Reading, ration: number): Promise<number> {
  const { rows } = await sql<{ heads: number }>`
    select ${PLANNED_HEADS} as heads from ration r where r.client_id = ${client} and r.id = ${ration}`.execute(db);
  return rows[0]?.heads ?? 0;
}

/** Rations with remembered limits, without those of deleted nutrients. */
export async function findRemembered(
  { db, client, now }: Reading & { now: string },
  condition: RawBuilder<unknown>,
): Promise<RememberedRation[]> {
  const { rows } = await sql<RememberedRation>`
    select r.id, r.name, r.farm_id as farm, m.head, m.feeds, m.limits, ${PLANNED_HEADS} as planned_heads,
      (${now}::timestamptz at time zone f.timezone)::date::text as today
    from ration_limits m join ration r on r.client_id = m.client_id and r.id = m.ration_id
    join farm f on f.client_id = r.client_id and f.id = r.farm_id
    where m.client_id = ${client} and not r.deleted and ${condition}
    order by r.name, r.id`.execute(db);
  const wanted = rows.flatMap(({ limits }) => limits.flatMap((limit) => listNutrientIds(limit).map(({ id }) => id)));
  if (wanted.length === 0) return rows;
  const { rows: alive } = await sql<{ id: number }>`
    select id from nutrient where client_id = ${client} and id = any(${[...new Set(wanted)]}) and not deleted`.execute(db);
  const known = new Set(alive.map(({ id }) => id));
  return rows.map((row) => ({ ...row, limits: row.limits.filter((limit) => listNutrientIds(limit).every(({ id }) => known.has(id))) }));
}
