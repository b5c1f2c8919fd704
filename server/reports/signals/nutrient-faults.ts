import { sql } from 'kysely';
import { inScope } from '#server/reports/sql/conditions.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { dryMatter } from '#server/reports/sql/formulas.ts';
import { hasRows } from '#server/reports/sql/has-rows.ts';
import { judgedDays } from '#server/reports/sql/judged-nutrients.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import type { SeenFault } from './keep.ts';

/** Last recorded days in a row below a norm that make a signal. */
const DAYS_BELOW = 3;
/** Smallest part of a group's dry matter with an analysis of the nutrient. With less, an amount below the norm proves nothing. */
const MIN_COVERED = 0.95;
/** Feeds with less than this part of a farm's dry matter need no recent analysis. */
const MIN_USE = 0.05;
/** Max age of an analysis in days: moist feeds change with each clamp and cut, dry feeds with each supplier's lot. */
const MAX_AGE = { moist: 60, dry: 180 } as const;
/** Dry matter in percent below which a feed is moist. */
const MOIST_BELOW = 60;

/**
 * Groups that ate less than a norm on each of their last three recorded days: one fault per group, which names the nutrients. The value is
 * the eaten amount of the last day in percent of the norm, of the nutrient that is furthest below.
 */
export async function groupsBelowNorm(scope: ReportScope): Promise<SeenFault[]> {
  const { client, db } = scope;
  if (!(await hasRows(db, client, 'norm'))) return [];
  const { rows } = await sql<SeenFault>`
    with ${judgedDays(scope, await daySourcesOf(scope, false))}, counted as (
      select j.*, row_number() over latest as n, bool_and(coalesce(j.below, false) and j.covered >= ${MIN_COVERED}::numeric * j.whole_dm) over latest as still
      from judged j window latest as (partition by j.group_id, j.nutrient_id order by j.day desc)
    ), low as (
      select c.farm_id, c.group_id, c.nutrient_id, min(c.day) as since, max(c.day) as last, (array_agg(c.share order by c.n))[1] as share
      from counted c where c.still group by c.farm_id, c.group_id, c.nutrient_id having count(*) >= ${DAYS_BELOW}::integer
    )
    select 'nutrient_norm' as rule, l.farm_id as farm, l.group_id as subject, 'group' as subject_kind,
      g.name || coalesce(': ' || string_agg(n.name, ', ' order by n.position, n.name), '') as name, round(100 * min(l.share), 4) as value, 100 as bound,
      null as kg, null as money, min(l.since) as since, max(l.last) as last
    from low l
    join animal_group g on g.client_id = ${client} and g.id = l.group_id and not g.deleted
    left join nutrient n on n.client_id = ${client} and n.id = l.nutrient_id
    group by l.farm_id, l.group_id, g.name`.execute(db);
  return rows;
}

/** Feeds in use whose newest sample is too old. The value is its age in days. Feeds that were never sampled have book values on purpose. */
export async function feedsWithOldAnalysis(scope: ReportScope): Promise<SeenFault[]> {
  const { client, db, farms } = scope;
  if (!(await hasRows(db, client, 'analysis'))) return [];
  const { rows } = await sql<SeenFault>`
    with used as (
      select i.farm_id, i.ingredient_id, sum(${sql.raw(dryMatter('coalesce(i.weight_fact, 0)', 'coalesce(i.dry_matter, 0)'))}) as dm
      from schedule_ingredient i where ${inScope(scope, 'i')} and i.counted group by i.farm_id, i.ingredient_id
    ), part as (
      select u.*, u.dm / nullif(sum(u.dm) over (partition by u.farm_id), 0) as part from used u
    ), sampled as (
      select a.ingredient_id, max(a.sampled_on) as day from analysis a where a.client_id = ${client} and a.method <> 'book' group by a.ingredient_id
    ), aged as (
      select p.farm_id, p.ingredient_id, s.day, o.today - s.day as age,
        case when n.dry_matter < ${MOIST_BELOW}::numeric then ${MAX_AGE.moist}::integer else ${MAX_AGE.dry}::integer end as allowed
      from part p join sampled s on s.ingredient_id = p.ingredient_id
      join ingredient n on n.client_id = ${client} and n.id = p.ingredient_id and not n.deleted
      join unnest(${farms.map(({ id }) => id)}::bigint[], ${farms.map(({ today }) => today)}::date[]) as o (farm_id, today) on o.farm_id = p.farm_id
      where p.part >= ${MIN_USE}::numeric
    )
    select 'analysis_age' as rule, farm_id as farm, ingredient_id as subject, 'ingredient' as subject_kind, null as name, age as value, allowed as bound,
      null as kg, null as money, day + allowed + 1 as since, null as last
    from aged where age > allowed`.execute(db);
  return rows;
}
