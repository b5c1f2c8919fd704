import { sql } from 'kysely';
import { z } from 'zod';
import { IdText } from '#contract/kinds.ts';
import { dryMatter, MeasuredFeed, TODAY_PATH, WET_BELOW } from '#contract/operations/dry-matter.ts';
import { many } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { farmsInScope } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';

/**
 * Feeds that a farm measures in the morning: first those whose dry matter rations keep or reach with water, then feeds measured before and
 * wet feeds of the rations.
 */
export const todayEndpoint = endpoint({
  method: 'get',
  path: `/${TODAY_PATH}`,
  summary: 'Feeds of a farm whose dry matter is measured, with the last measurement and what waits of them today',
  need: needsOf(dryMatter, 'view'),
  query: z.object({ farm: IdText }),
  response: many(MeasuredFeed),
  async handle(context, { query: { farm } }) {
    const farms = farmsInScope(context, [farm]);
    const now = context.services.now().toISOString();
    const { rows } = await sql<MeasuredFeed>`
      with part as (
        select p.ingredient_id, p.ration_id, p.hold = 'dry' or p.ingredient_id <> r.water_id as holds
        from ration_item p join ration r on r.client_id = p.client_id and r.id = p.ration_id and not r.deleted
        where p.client_id = ${context.client} and r.farm_id = any(${farms})
      ), feed as (
        select i.id, i.name, i.dry_matter, i.client_id, (${now}::timestamptz at time zone f.timezone)::date as today,
          (select count(*) from part p where p.ingredient_id = i.id and p.holds)::integer as rations
        from ingredient i join farm f on f.client_id = i.client_id and f.id = i.farm_id
        where i.client_id = ${context.client} and i.farm_id = any(${farms}) and not i.deleted
      )
      select f.id as ingredient, f.name as ingredient_name, f.dry_matter, f.rations, w.feedings, w.weight_plan, m.last
      from feed f
      left join lateral (
        select json_build_object('id', m.id, 'percent', m.percent, 'measured_at', m.measured_at, 'day', m.day, 'method', m.method, 'used', m.used) as last
        from measurement m where m.client_id = f.client_id and m.ingredient_id = f.id order by m.measured_at desc, m.id desc limit 1
      ) m on true
      cross join lateral (
        select count(*)::integer as feedings, coalesce(sum(x.weight_plan), 0) as weight_plan
        from schedule s join schedule_ingredient x on x.client_id = s.client_id and x.schedule_id = s.id and x.planned_on = f.today
        where s.client_id = f.client_id and s.planned_on = f.today and s.status = 'waited' and not s.deleted and x.ingredient_id = f.id
          and s.ration_id in (select ration_id from part p where p.ingredient_id = f.id and p.holds)
      ) w
      where f.rations > 0 or m.last is not null
        or f.dry_matter between 0.01 and ${WET_BELOW} and exists (select from part p where p.ingredient_id = f.id)
      order by f.rations = 0, f.name, f.id`.execute(context.db);
    return { data: rows, count: rows.length };
  },
});
