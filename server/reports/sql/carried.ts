import { type RawBuilder, sql } from 'kysely';
import { groupFifoPrices } from '#server/domain/lots/fifo-prices.ts';
import { inScope } from './conditions.ts';
import { dryMatter } from './formulas.ts';
import { isFifo, priceNow, weighedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** Cost transferred from groups into loads, with `cost` by the basis, for use after `from`. */
function carriedAt(scope: ReportScope): RawBuilder<unknown> {
  const worth = priceNow(scope);
  if (isFifo(scope))
    return sql`(
    select o.client_id, o.farm_id, o.from_day, o.from_schedule_id, o.from_group_id, o.to_day, o.to_schedule_id, o.ingredient_id, o.kg, o.dry_matter,
      coalesce(o.kg * p.price, o.cost) as cost
    from carried_feed o
    left join ${groupFifoPrices(scope.client, 'schedule_id')} p on p.schedule_id = o.from_schedule_id and p.ingredient_id = o.ingredient_id)`;
  if (!worth) return sql.raw('carried_feed');
  return sql.raw(`(
    select o.client_id, o.farm_id, o.from_day, o.from_schedule_id, o.from_group_id, o.to_day, o.to_schedule_id, o.ingredient_id, o.kg, o.dry_matter,
      o.kg * ${worth} as cost
    from carried_feed o join ingredient n on n.client_id = o.client_id and n.id = o.ingredient_id)`);
}

/**
 * The contents of each load by feed: weighed kilograms, their part of the load's plan (`plan`), and the quantities from leftovers fed again
 * in it (`carried`).
 */
export const loadParts = (scope: ReportScope): RawBuilder<unknown> => sql`
  select i.schedule_id, i.farm_id, i.ingredient_id, i.weight_plan as plan, i.weight_fact as kg, ${sql.raw(dryMatter('i.weight_fact', 'i.dry_matter'))} as dry_matter,
    i.weight_fact * i.price as cost, false as carried
  from ${weighedAt(scope)} i where ${inScope(scope, 'i')} and i.counted
  union all
  select c.to_schedule_id, c.farm_id, c.ingredient_id, null, c.kg, c.dry_matter, c.cost, true
  from ${carriedAt(scope)} c where ${inScope(scope, 'c', 'to_day')}`;

/** The part of each feeding of a group that went on as leftovers, by feed. */
export const carriedOn = (scope: ReportScope): RawBuilder<unknown> => sql`
  select c.from_day, c.from_schedule_id, c.from_group_id, c.ingredient_id, c.kg, c.dry_matter, c.cost
  from ${carriedAt(scope)} c where ${inScope(scope, 'c', 'from_day')}`;
