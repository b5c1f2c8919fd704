import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Place, SeriesKey } from './series.ts';
import type { Excursion } from './walk.ts';

type Worth = { kg: number | null; money: number | null };

/**
 * The sums over the days of each deviation in exact decimals: kilograms beyond the target and their cost. For dry matter, the sums are the
 * changes that its measurements caused in waiting loads.
 */
export async function worthOf(db: Db, { client, farm }: Place, found: readonly (SeriesKey & Excursion)[]): Promise<Worth[]> {
  if (found.length === 0) return [];
  const rows = JSON.stringify(
    found.map(({ rule, subject, ingredient, since, last, target }) => ({ rule, subject, ingredient, since, last, target })),
  );
  const { rows: worth } = await sql<Worth>`
    select w.kg, w.money
    from rows from (jsonb_to_recordset(${rows}::jsonb) as (rule text, subject bigint, ingredient bigint, since date, last date, target numeric))
      with ordinality as x (rule, subject, ingredient, since, last, target, place)
    left join lateral (
      select abs(sum(p.kg * of.unit)) as kg, abs(sum(case when x.rule = 'dry_matter' then p.price else p.kg * of.unit * p.price end)) as money
      from chart_day d cross join lateral unnest(d.vals, d.kgs, d.prices) as p (value, kg, price)
      cross join lateral (select case when x.rule = 'dry_matter' then 1 else p.value - x.target end as unit) of
      where d.client_id = ${client} and d.farm_id = ${farm} and d.rule = x.rule and d.subject_id = x.subject and d.ingredient_id = x.ingredient
        and d.day between x.since and x.last
    ) w on true
    order by x.place`.execute(db);
  return worth;
}
