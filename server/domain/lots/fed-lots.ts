import { type RawBuilder, sql } from 'kysely';
import { leftoversIn, loadBase, shareOf } from '#server/domain/load-shares.ts';
import { partBetween } from './trace-lots.ts';

/** The part of a group's portion in the kilograms of a lot in its load `l`. */
const givenBy = (portion: string) => partBetween('l.kg', `${portion}.whole`, `${portion}.upto - ${portion}.fact`, `${portion}.upto`);
/** The part of a leftover `c` in the kilograms of a lot that its group got with a load `l`. */
const REFED = partBetween(givenBy('c'), 'c.given', 'least(c.left_upto - c.kg, c.given)', 'least(c.left_upto, c.given)');

/**
 * CTEs that end in `fed_lot`, after `traceLots`: the kilograms of each lot by load and group, and without a group the part of the load that
 * no group was given. A group gets its part of the load's weight. Leftovers that were fed again take their part of each lot into the load that received
 * them. The kilograms of a lot over the rows sum to those that were loaded. `issues` limits the rows to
 * these loads and those that received their leftovers.
 */
export const fedLots = (client: number, issues?: readonly number[]): RawBuilder<unknown> => sql`
  loaded_lot as materialized (
    select d.lot, l.schedule_id, l.ingredient_id, sum(d.kg) as kg
    from destination d join ledger l on l.client_id = ${client} and l.id = d.issue and l.kind = 'load'
    ${issues ? sql`where d.issue = any(${issues})` : sql``}
    group by 1, 2, 3
  ), load_with_lot (schedule_id) as (
    select schedule_id from loaded_lot
    union
    select c.to_schedule_id from load_with_lot s join carried_feed c on c.client_id = ${client} and c.from_schedule_id = s.schedule_id
  ), feed_in_load as materialized (
    select schedule_id, ingredient_id, sum(kg) as kg from (
      select i.schedule_id, i.ingredient_id, i.weight_fact as kg from load_with_lot s
      join schedule_ingredient i on i.client_id = ${client} and i.schedule_id = s.schedule_id and i.weight_fact > 0
      union all
      select c.to_schedule_id, c.ingredient_id, c.kg from load_with_lot s
      join carried_feed c on c.client_id = ${client} and c.to_schedule_id = s.schedule_id
    ) f group by 1, 2
  ), given_portion as materialized (
    select g.schedule_id, g.group_id, g.heads, g.weight_fact as fact, ${sql.raw(loadBase('f.kg', leftoversIn('s'), 'sum(g.weight_fact) over (partition by g.schedule_id)'))} as whole,
      sum(g.weight_fact) over (partition by g.schedule_id order by g.position, g.group_id) as upto
    from (select schedule_id, sum(kg) as kg from feed_in_load group by schedule_id) f
    join schedule s on s.client_id = ${client} and s.id = f.schedule_id
    join schedule_group g on g.client_id = ${client} and g.planned_on = s.planned_on and g.schedule_id = s.id and g.weight_fact > 0
  ), refed_part as materialized (
    select p.*, c.ingredient_id, c.to_schedule_id, c.kg,
      sum(c.kg) over (partition by c.from_schedule_id, c.from_group_id, c.ingredient_id order by c.leftover_id) as left_upto,
      ${sql.raw(shareOf('f.kg', 'p.fact', 'p.whole'))} as given
    from given_portion p
    join carried_feed c on c.client_id = ${client} and c.from_schedule_id = p.schedule_id and c.from_group_id = p.group_id
    join feed_in_load f on f.schedule_id = c.from_schedule_id and f.ingredient_id = c.ingredient_id
  ), lot_in_load (lot, schedule_id, ingredient_id, kg, from_schedule_id, from_group_id) as (
    select lot, schedule_id, ingredient_id, kg::numeric, null::bigint, null::bigint from loaded_lot
    union all
    select l.lot, c.to_schedule_id, l.ingredient_id, ${sql.raw(REFED)}, c.schedule_id, c.group_id
    from lot_in_load l join refed_part c on c.schedule_id = l.schedule_id and c.ingredient_id = l.ingredient_id
    where ${sql.raw(REFED)} > 0
  ), fed_lot as materialized (
    select lot, schedule_id, group_id, max(heads) as heads, sum(kg) as kg from (
      select l.lot, l.schedule_id, p.group_id, p.heads, ${sql.raw(givenBy('p'))} as kg
      from lot_in_load l join given_portion p on p.schedule_id = l.schedule_id
      union all
      select lot, from_schedule_id, from_group_id, null, -kg from lot_in_load where from_schedule_id is not null
      union all
      select l.lot, l.schedule_id, null, null, l.kg - coalesce(round(l.kg * p.unloaded / p.whole, 6), 0)
      from lot_in_load l left join (
        select schedule_id, max(upto) as unloaded, max(whole) as whole from given_portion group by schedule_id
      ) p on p.schedule_id = l.schedule_id
    ) f group by lot, schedule_id, group_id having sum(kg) <> 0
  )`;
