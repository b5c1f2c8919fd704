import { sql } from 'kysely';
import type { z } from 'zod';
import { AnalysisEffect, EFFECT_PATH } from '#contract/operations/analyses.ts';
import { many } from '#contract/resource.ts';
import { unitRows } from '#server/domain/nutrient-amounts.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { get } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { analysisTable } from './table.ts';

type Effect = z.output<typeof AnalysisEffect>;

/**
 * The contents that an analysis changes in present rations with its feed, with the norm of each group that is fed the ration by an active
 * period: in dry matter, or per head and day of all rations of the group. They are by the values valid on the day before the analysis and on
 * its first day. A content of which a feed has no value is null.
 */
async function readEffect(context: ClientContext, id: number): Promise<Effect[]> {
  const { client, db } = context;
  const analysis = await get(db, anyTable(analysisTable), context, id);
  const day = sql`${analysis.valid_from as string}::date`;
  const farms = farmsInScope(context);
  const { rows } = await sql<Effect>`
    with fed as (
      select g.group_id, j.ration_id, sum(g.weight_per_head * r.size / g.ration_size) as kg
      from period p join period_job j on j.client_id = p.client_id and j.period_id = p.id
      join period_job_group g on g.client_id = j.client_id and g.job_id = j.id
      join ration r on r.client_id = j.client_id and r.id = j.ration_id
      where p.client_id = ${client} and p.active and not p.deleted ${farms ? sql`and p.farm_id = any(${farms})` : sql``}
      group by g.group_id, j.ration_id
    ), changed as (
      select distinct ration_id from ration_item where client_id = ${client} and ingredient_id = ${analysis.ingredient}
    ), item as (
      select i.ration_id, i.ingredient_id, i.percent, i.percent * n.dry_matter / 100 as dm
      from ration_item i join ingredient n on n.client_id = i.client_id and n.id = i.ingredient_id
      where i.client_id = ${client} and i.ration_id in (
        select f.ration_id from fed f where f.group_id in (select o.group_id from fed o join changed c on c.ration_id = o.ration_id))
    ), whole as (
      select ration_id, sum(dm) as dm, count(*) filter (where dm > 0) as feeds from item group by ration_id having sum(dm) > 0
    ), part as (
      select i.ration_id, v.nutrient_id, i.dm, case t.per when 'dry' then i.dm else i.percent end * v.value as amount,
        ${day} - 1 >= v.since and ${day} - 1 < v.until as is_before, ${day} >= v.since and ${day} < v.until as is_after
      from item i join feed_nutrient v on v.client_id = ${client} and v.ingredient_id = i.ingredient_id and v.since <= ${day} and v.until >= ${day}
      join nutrient t on t.client_id = v.client_id and t.id = v.nutrient_id and not t.deleted
    ), amount as (
      select p.ration_id, p.nutrient_id, w.dm,
        case when count(*) filter (where p.is_before and p.dm > 0) = w.feeds then sum(p.amount) filter (where p.is_before) end as before,
        case when count(*) filter (where p.is_after and p.dm > 0) = w.feeds then sum(p.amount) filter (where p.is_after) end as after
      from part p join whole w on w.ration_id = p.ration_id group by p.ration_id, p.nutrient_id, w.feeds, w.dm
    ), of_group as (
      select f.group_id, a.nutrient_id,
        case when count(a.before) = o.rations then round(sum(f.kg * a.before) * u.amount / 100, 6) end as before,
        case when count(a.after) = o.rations then round(sum(f.kg * a.after) * u.amount / 100, 6) end as after
      from fed f join amount a on a.ration_id = f.ration_id
      join (select group_id, count(*) as rations from fed group by group_id) o on o.group_id = f.group_id
      join (${unitRows(client)}) u on u.nutrient_id = a.nutrient_id
      group by f.group_id, a.nutrient_id, o.rations, u.amount
    ), content as (
      select f.group_id, f.ration_id, a.nutrient_id, 'dry' as per, round(a.before / a.dm, 6) as before, round(a.after / a.dm, 6) as after
      from amount a join changed c on c.ration_id = a.ration_id join fed f on f.ration_id = a.ration_id
      union all
      select f.group_id, f.ration_id, o.nutrient_id, 'head', o.before, o.after
      from of_group o join fed f on f.group_id = o.group_id join changed c on c.ration_id = f.ration_id
    ), norm_of as (
      select distinct on (g.id, m.nutrient_id) g.id as group_id, m.nutrient_id, m.per, m.min, m.max
      from animal_group g join norm m on m.client_id = g.client_id and (m.group_id = g.id or (m.group_id is null and m.animal_type_id = g.animal_type_id))
      where g.client_id = ${client} and not g.deleted and m.since <= ${day}
      order by g.id, m.nutrient_id, m.group_id is null, m.since desc, m.per desc
    ), compared as (
      select c.*, m.min, m.max, c.before >= coalesce(m.min, c.before) and c.before <= coalesce(m.max, c.before) as was_within,
        c.after >= coalesce(m.min, c.after) and c.after <= coalesce(m.max, c.after) as is_within
      from content c join norm_of m on m.group_id = c.group_id and m.nutrient_id = c.nutrient_id and m.per = c.per
      where c.after is distinct from c.before
    )
    select r.farm_id as farm, r.id as ration, r.name as ration_name, g.id as group, g.name as group_name, n.id as nutrient, n.name as nutrient_name,
      c.per, case c.per when 'head' then u.amount_unit else n.unit end as unit, c.before, c.after, c.min, c.max, coalesce(c.was_within, true) and not c.is_within as leaves
    from compared c
    join ration r on r.client_id = ${client} and r.id = c.ration_id and not r.deleted
    join animal_group g on g.client_id = ${client} and g.id = c.group_id
    join nutrient n on n.client_id = ${client} and n.id = c.nutrient_id
    join (${unitRows(client)}) u on u.nutrient_id = c.nutrient_id
    order by leaves desc nulls last, r.name, r.id, g.name, g.id, n.position, n.name`.execute(db);
  return rows.map((row) => ({ ...row, leaves: row.leaves ?? false }));
}

export const effectEndpoint = endpoint({
  method: 'get',
  path: `/${EFFECT_PATH}`,
  summary: 'Contents that an analysis changes in present rations, with the norms of their groups',
  need: { item: 'ration', action: 'view' },
  response: many(AnalysisEffect),
  async handle(context, { id }) {
    const data = await readEffect(context, id);
    return { data, count: data.length };
  },
});
