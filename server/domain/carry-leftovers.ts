import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { hasFed, hasGiven } from './has-fed.ts';
import { leftoversIn, loadBase, shareOf } from './load-shares.ts';

/** Rounds to ten decimals, far beyond the precision of displayed money. */
const kept = (figure: string) => sql.raw(`round(${figure}, 10)`);

/** SQL: a closed month keeps its figures, at either end of a transfer. */
const isOpen = (rows: string) =>
  sql.raw(`not month_is_closed(${rows}.client_id, ${rows}.farm_id, least(${rows}.from_day, ${rows}.to_day))`);

interface Carried {
  id: number;
  content: string;
}
const CARRIED = sql.raw(
  "to_schedule_id as id, concat_ws(' ', to_schedule_id, leftover_id, from_schedule_id, ingredient_id, kg, dry_matter, cost) as content",
);

/**
 * Recomputes the transfer of these leftovers by feed: their part of their group's feed, with its kilograms, dry matter and cost, including
 * received leftovers. Nothing before the receiving feeding has given its groups feed, for feedings excluded from reports, and for leftovers
 * of their own date. Returns the feedings whose received transfer changed.
 */
export async function carryLeftovers(tx: Tx, client: number, ids: readonly number[]): Promise<number[]> {
  const own = sql`client_id = ${client} and leftover_id = any(${ids})`;
  const { rows: before } = await sql<Carried>`
    delete from carried_feed c where ${own} and ${isOpen('c')} returning ${CARRIED}`.execute(tx);
  const { rows: after } = await sql<Carried>`
    with refed as (
      select l.client_id, l.id, l.farm_id, l.group_id, coalesce(l.refed, l.weight) as kg, s.id as to_schedule_id, s.planned_on as to_day, l.fed_on as from_day
      from leftover l join schedule s on s.client_id = l.client_id and s.id = l.to_schedule_id and not s.deleted and not s.ignore_in_reports
      where l.client_id = ${client} and l.id = any(${ids}) and l.destination = 'group' and l.fed_on < l.date
        and exists (select from schedule_group g
          where g.client_id = s.client_id and g.planned_on = s.planned_on and g.schedule_id = s.id and ${sql.raw(hasFed('g'))})
        and not exists (select from carried_feed c where c.client_id = l.client_id and c.leftover_id = l.id)
    ), given as (
      select r.*, g.schedule_id, g.counted, g.weight_fact as fact, sum(g.weight_fact) over (partition by r.id) as given, ${sql.raw(leftoversIn('s'))} as leftovers_in
      from refed r
      join schedule_group g on g.client_id = r.client_id and g.planned_on = r.from_day and g.farm_id = r.farm_id and g.group_id = r.group_id
        and ${sql.raw(hasGiven('g'))}
      join schedule s on s.client_id = r.client_id and s.id = g.schedule_id
      where ${isOpen('r')}
    ), source as (
      select distinct schedule_id, from_day, farm_id, leftovers_in from given where counted
    ), part as (
      select i.schedule_id, i.ingredient_id, i.weight_fact as kg, i.weight_fact * i.dry_matter / 100 as dry_matter, i.weight_fact * i.price as cost
      from source s join schedule_ingredient i on i.client_id = ${client} and i.planned_on = s.from_day and i.schedule_id = s.schedule_id and i.counted
      union all
      select c.to_schedule_id, c.ingredient_id, c.kg, c.dry_matter, c.cost
      from source s join carried_feed c on c.client_id = ${client} and c.farm_id = s.farm_id and c.to_day = s.from_day and c.to_schedule_id = s.schedule_id
    ), feed as (
      select schedule_id, ingredient_id, sum(kg) as kg, sum(dry_matter) as dry_matter, sum(cost) as cost from part group by schedule_id, ingredient_id
    ), load as (
      select s.schedule_id, ${sql.raw(loadBase('f.kg', 's.leftovers_in', 'u.kg'))} as whole
      from source s
      cross join lateral (select sum(kg) as kg from feed f where f.schedule_id = s.schedule_id) f
      cross join lateral (select sum(g.weight_fact) as kg from schedule_group g
        where g.client_id = ${client} and g.planned_on = s.from_day and g.schedule_id = s.schedule_id and g.counted) u
    )
      insert into carried_feed (client_id, leftover_id, farm_id, from_day, from_schedule_id, from_group_id, to_day, to_schedule_id, ingredient_id, kg, dry_matter, cost)
      select ${client}, g.id, g.farm_id, g.from_day, g.schedule_id, g.group_id, g.to_day, g.to_schedule_id, f.ingredient_id,
        ${kept(partOf('f.kg'))}, ${kept(partOf('f.dry_matter'))}, ${kept(partOf('f.cost'))}
      from given g join load l on l.schedule_id = g.schedule_id join feed f on f.schedule_id = g.schedule_id
      where l.whole > 0 and f.kg > 0
      returning ${CARRIED}`.execute(tx);
  const [was, is] = [before, after].map((rows) => new Set(rows.map((row) => row.content)));
  return [
    ...new Set([...before.filter((row) => !is?.has(row.content)), ...after.filter((row) => !was?.has(row.content))].map((row) => row.id)),
  ];
}

/** Of a load's content: the group's share, and the part of it that is left and fed again. */
function partOf(held: string): string {
  return `(${shareOf(held, 'g.fact', 'l.whole')}) * g.kg / g.given`;
}
