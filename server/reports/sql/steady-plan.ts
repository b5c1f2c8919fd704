import { type RawBuilder, sql } from 'kysely';

/**
 * CTE `steady_plan` (farm_id, group_id, ingredient_id, heads, kg): the kilograms of each feed that the active periods give each group per
 * day, with the latest count of heads. Planned leftovers replace an equal part of every group's kilograms.
 */
export const steadyPlan = (client: number, farms: readonly number[]): RawBuilder<unknown> => sql`
  steady_part as (
    select p.farm_id, j.id as job_id, j.ration_id, g.group_id, a.animal_count as heads,
      case when j.leftovers then j.planned_leftovers else 0 end as left_in,
      g.weight_per_head * a.animal_count * q.size / g.ration_size as kg
    from period p
    join period_job j on j.client_id = ${client} and j.period_id = p.id
    join period_job_group g on g.client_id = ${client} and g.job_id = j.id
    join animal_group a on a.client_id = ${client} and a.id = g.group_id and not a.deleted
    join ration q on q.client_id = ${client} and q.id = j.ration_id
    where p.client_id = ${client} and p.farm_id = any(${farms}) and p.active and not p.deleted and a.animal_count > 0
  ), steady_plan as (
    select s.farm_id, s.group_id, r.ingredient_id, max(s.heads)::numeric as heads,
      sum(s.kg * greatest(s.job_kg - s.left_in, 0) / nullif(s.job_kg, 0) * r.percent / 100) as kg
    from (select *, sum(kg) over (partition by job_id) as job_kg from steady_part) s
    join ration_item r on r.client_id = ${client} and r.ration_id = s.ration_id
    group by s.farm_id, s.group_id, r.ingredient_id having sum(s.kg) > 0
  )`;
