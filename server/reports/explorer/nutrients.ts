import { type RawBuilder, sql } from 'kysely';
import type { Dimension } from '#contract/reports/explorer-words.ts';
import { DRY_MATTER_ID } from '#server/domain/nutrient-amounts.ts';
import type { DaySources } from '#server/reports/sql/feeding-days.ts';
import { fedCells, milkDays } from '#server/reports/sql/milk.ts';
import { eatenDays } from '#server/reports/sql/nutrient-days.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { keysOf, levelsBy } from './dimensions.ts';

/** SQL: kilograms from kilograms × value of a nutrient `n`; null for energy and other units without a mass. */
const MASS = sql.raw(`case n.unit when 'percent' then 0.01 when 'g_kg' then 0.001 when 'mg_kg' then 0.000001 when 'ppm' then 0.000001 end`);

const sumStandard = (stage: 'delivered' | 'eaten', standard: string) =>
  sql`sum(d.${sql.raw(stage)} * n.mass) filter (where n.standard = ${standard})`;

/** Sums of each level. A day without an analysed feed has no amount of the nutrient. */
const SUMS = [
  'heads',
  'dm_eaten',
  'protein_delivered',
  'protein_eaten',
  'ndf_eaten',
  'starch_eaten',
  'cost',
  'milk_protein',
  'protein_for_milk',
];

/**
 * CTE `nutrient_sum`: kilograms of standard nutrients, the feed's cost, and milk protein with the protein eaten for it on days that have
 * both. Its own CTEs stay within it, as those of milk do. Milk of a whole farm is compared with the protein of all filtered groups.
 */
export function nutrientSums(scope: ReportScope, sources: DaySources, rows: readonly Dimension[], whole: boolean): RawBuilder<unknown> {
  const { keys, joins } = keysOf(scope, rows);
  const { select, sets } = levelsBy(rows, whole);
  return sql`
    nutrient_sum as (
      with mass as (
        select id, standard, ${MASS} as mass from nutrient n where client_id = ${scope.client} and standard is not null and not deleted
      ), eaten_cell as materialized (
        with ${eatenDays(scope, sources)}
        select d.farm_id, d.group_id, d.day, max(d.heads) as heads, sum(d.eaten) filter (where d.nutrient_id = ${DRY_MATTER_ID}) as dm_eaten,
          ${sumStandard('delivered', 'protein')} as protein_delivered, ${sumStandard('eaten', 'protein')} as protein_eaten,
          ${sumStandard('eaten', 'ndf')} as ndf_eaten, ${sumStandard('eaten', 'starch')} as starch_eaten
        from day_of d left join mass n on n.id = d.nutrient_id group by d.farm_id, d.group_id, d.day
      ), cost_cell as (
        with ${fedCells(scope, sources)} select farm_id, group_id, day, cost from fed_cell
      ), milk_cell as (
        with ${milkDays(scope, sources)} select farm_id, group_id, day, protein from both_day
      ), for_milk as (
        select farm_id, group_id, day, protein_eaten from eaten_cell
        union all
        select farm_id, null, day, sum(protein_eaten) from eaten_cell group by farm_id, day
      ), fact as (
        select e.*, case when e.protein_delivered is not null then c.cost end as cost, null::numeric as milk_protein, null::numeric as protein_for_milk
        from eaten_cell e left join cost_cell c on c.farm_id = e.farm_id and c.group_id = e.group_id and c.day = e.day
        union all
        select m.farm_id, m.group_id, m.day, null, null, null, null, null, null, null, m.protein, f.protein_eaten
        from milk_cell m join for_milk f on f.farm_id = m.farm_id and f.day = m.day and f.group_id is not distinct from m.group_id
        where f.protein_eaten is not null
      ), nutrient_fact as (
        select ${sql.raw(keys)} f.* from fact f ${joins}
      )
      select ${sql.raw(`${select}, ${SUMS.map((name) => `sum(${name}) as ${name}`).join(', ')}`)} from nutrient_fact group by grouping sets (${sql.raw(sets)})
    )`;
}
