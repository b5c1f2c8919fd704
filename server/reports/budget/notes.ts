import { sql } from 'kysely';
import { MAX_NOTE_ITEMS, type Note } from '#contract/reports/shape.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { heldBudgets } from './cells.ts';

/**
 * Notes on years of farms with feeding in months without an approved budget, which no figure contains: kilograms and money of that feed.
 */
export async function budgetNotes(scope: ReportScope): Promise<Note[]> {
  const { rows } = await sql<Note>`
    with ${heldBudgets(scope)}, left_out as (
      select m.farm_id, extract(year from m.month) as year, sum(m.fact_kg) as kg, sum(m.cost) as cost
      from feed_month m
      where m.client_id = ${scope.client} and m.farm_id = any(${scope.farmIds}) and m.month between month_of(${scope.from}::date) and ${scope.to}::date
        and not exists (select from held_budget b where b.farm_id = m.farm_id and b.year = extract(year from m.month) and b.of_month = extract(month from m.month))
      group by 1, 2 having sum(m.fact_kg) > 0
    ), named as (
      select l.*, f.name || ' ' || l.year as name, row_number() over (order by l.year desc, f.name, f.id) as turn
      from left_out l join farm f on f.client_id = ${scope.client} and f.id = l.farm_id
    )
    select 'budget_missing' as code, count(*)::integer as count, sum(kg) as value, coalesce(round(sum(cost), 6), 0) as money,
      json_agg(json_build_object('id', null, 'day', null, 'name', name, 'value', kg) order by turn) filter (where turn <= ${MAX_NOTE_ITEMS}) as items
    from named having count(*) > 0`.execute(scope.db);
  return rows;
}
