import { sql } from 'kysely';
import type { z } from 'zod';
import type { IngredientNeed, ingredientNeedQuery } from '#contract/operations/ingredients.ts';
import { needDays } from '#server/domain/feed-needs.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conditionsOf } from '#server/platform/resource/conditions.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { outlookOf } from './outlook.ts';
import { ingredientTable } from './table.ts';

/** The needs of the coming days against stock, what runs short first at the top. */
export async function needsOf(
  context: ClientContext,
  query: z.output<typeof ingredientNeedQuery>,
): Promise<{ data: IngredientNeed[]; count: number }> {
  const { client } = context;
  const days = query.days;
  const { rows } = await sql<Omit<IngredientNeed, 'days_left' | 'run_out_on'> & { count: number }>`
    with ${needDays({ client, now: context.services.now().toISOString(), days })}, own as (
      select t.id, t.name, t.farm_id, farm.name as farm_name, t.stock_id, stock.name as stock_name, ingredient_type.name as type_name, t.rest, f.today
      from ingredient t ${sql.raw(ingredientTable.joins ?? '')} join need_place f on f.id = t.farm_id
      where ${conditionsOf(anyTable(ingredientTable), context, query)} and t.id in (select ingredient_id from need_day) and not t.water
    ), course as (
      select own.id, d.day, coalesce(n.kg, 0) as need, coalesce(n.coming, 0) as coming,
             greatest(own.rest, 0) + sum(coalesce(n.coming, 0) - coalesce(n.kg, 0)) over (partition by own.id order by d.day) as rest
      from own
      cross join lateral (select own.today + n as day from generate_series(0, ${days - 1}::integer) n) d
      left join need_day n on n.ingredient_id = own.id and n.day = d.day
    ), summed as (
      select id, sum(need) as need, sum(coming) as coming, greatest(-min(rest), 0) as missing, min(day) filter (where rest < 0) as short_on,
             json_agg(json_build_object('day', day, 'need', need, 'coming', coming, 'rest', rest) order by day) as days
      from course group by id
    )
    select own.id, own.name, own.farm_id as farm, own.farm_name, own.stock_id as stock, own.stock_name, own.type_name,
           exists (select from recipe r where r.client_id = ${client} and r.ingredient_id = own.id) as made,
           own.rest, s.need, s.coming, s.missing, s.short_on, s.days, count(*) over () as count
    from own join summed s on s.id = own.id
    order by s.short_on nulls last, own.name, own.id limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(
    context.db,
  );
  const outlook = await outlookOf(
    context.db,
    context,
    rows.map((row) => row.id),
  );
  const data = rows.map(({ count: _, ...row }) => ({ ...row, ...(outlook.get(row.id) ?? { days_left: null, run_out_on: null }) }));
  return { data, count: rows[0]?.count ?? 0 };
}
