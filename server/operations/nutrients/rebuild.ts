import { sql } from 'kysely';
import { findUnitFactor } from '#contract/nutrient-units.ts';
import { FORMULA_PARTS, NUTRIENT_FORMULAS, type NutrientFormula, type NutrientUnit } from '#contract/nutrient-words.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import { VALUE_DECIMALS } from './convert.ts';

/** The excluded end of values that still apply: the last day that books may contain. */
const END_OF_TIME = '2999-12-31';

const START_OF_TIME = '1900-01-01';

/** Max analyses that make an average. */
const MAX_AVERAGED = 10;

interface Known {
  id: number;
  unit: NutrientUnit;
  per: string;
  standard: string | null;
  formula: NutrientFormula | null;
}

/**
 * Rebuilds the values by day of these feeds, or of all feeds of the client (`null`), from their analyses. Measured values apply from their
 * first day on, book values before. Feeding days from `since` on become stale; by default all days.
 */
export async function rebuildFeedNutrients(tx: Tx, client: number, feeds: readonly number[] | null, since = START_OF_TIME): Promise<void> {
  if (feeds?.length === 0) return;
  const isOfFeeds = (column: string) => (feeds === null ? sql`true` : sql`${sql.raw(column)} = any(${feeds})`);
  // Two changes of a feed's analyses rebuild its values one after the other.
  await sql`select from ingredient where client_id = ${client} and ${isOfFeeds('id')} order by id for no key update`.execute(tx);
  await sql`delete ${UNREAD} from feed_nutrient where client_id = ${client} and ${isOfFeeds('ingredient_id')}`.execute(tx);
  await sql`
    with sample as (
      select a.ingredient_id, v.nutrient_id, a.valid_from, a.id, a.averaged, a.method <> 'book' as measured, v.value,
        array_agg(v.value) over (of_feed rows between ${MAX_AVERAGED - 1} preceding and current row) as latest,
        lead(a.valid_from) over of_feed is distinct from a.valid_from as is_last
      from analysis a
      join analysis_value v on v.client_id = a.client_id and v.analysis_id = a.id
      join nutrient t on t.client_id = v.client_id and t.id = v.nutrient_id and not t.deleted
      where a.client_id = ${client} and ${isOfFeeds('a.ingredient_id')}
      window of_feed as (partition by a.ingredient_id, v.nutrient_id, a.method <> 'book' order by a.valid_from, a.id)
    ), step as (
      select s.ingredient_id, s.nutrient_id, s.valid_from, s.measured, case when s.averaged = 1 or not s.measured then s.value else (
        select round(avg(p.value), ${VALUE_DECIMALS}::integer)
        from unnest(s.latest[greatest(cardinality(s.latest) - s.averaged + 1, 1):]) as p (value)
      ) end as value, min(s.valid_from) filter (where s.measured) over (partition by s.ingredient_id, s.nutrient_id) as first_measured
      from sample s where s.is_last
    )
    insert into feed_nutrient (client_id, ingredient_id, nutrient_id, since, until, value, measured)
    select ${client}, ingredient_id, nutrient_id, valid_from,
      coalesce(lead(valid_from) over (partition by ingredient_id, nutrient_id order by valid_from), ${END_OF_TIME}::date), value, measured
    from step where measured or first_measured is null or valid_from < first_measured`.execute(tx);
  const { rows } = await sql<Known>`
    select id, unit, per, standard, formula from nutrient where client_id = ${client} and not deleted order by id`.execute(tx);
  // A formula may be part of a later one, in the order of the list.
  for (const formula of NUTRIENT_FORMULAS) {
    for (const nutrient of rows.filter((one) => one.formula === formula)) await derive(tx, client, nutrient, formula, rows, feeds);
  }
  await sql`
    insert into feeding_day_due (client_id, farm_id, day)
    select distinct s.client_id, s.farm_id, s.day from share_day s
    where s.client_id = ${client} and s.day >= ${since}::date and ${isOfFeeds('s.ingredient_id')}`.execute(tx);
}

/** Writes the values of a derived nutrient for the days on which all its parts are known. */
async function derive(
  tx: Tx,
  client: number,
  nutrient: Known,
  formula: NutrientFormula,
  known: readonly Known[],
  feeds: readonly number[] | null,
): Promise<void> {
  const { parts, constant, unit } = FORMULA_PARTS[formula];
  const result = findUnitFactor(unit, nutrient.unit);
  const found = parts.flatMap(({ of, unit: partUnit, factor }) => {
    const one = known.find(({ standard, per }) => standard === of && per === 'dry');
    const turned = one && findUnitFactor(one.unit, partUnit);
    return one && turned ? [{ id: one.id, factor, times: turned.times, per: turned.per }] : [];
  });
  if (!result || found.length < parts.length) return;
  const ofFeeds = feeds === null ? sql`true` : sql`f.ingredient_id = any(${feeds})`;
  await sql`
    with part as (
      select * from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ factor }) => factor)}::numeric[],
        ${found.map(({ times }) => times)}::numeric[], ${found.map(({ per }) => per)}::numeric[]) as p (nutrient_id, factor, times, per)
    ), piece as (
      select f.ingredient_id, f.nutrient_id, f.since, f.until, f.measured, f.value * p.factor * p.times / p.per as value
      from feed_nutrient f join part p on p.nutrient_id = f.nutrient_id where f.client_id = ${client} and ${ofFeeds}
    ), total as (
      select c.ingredient_id, c.since, sum(x.value) as value, bool_and(x.measured) as measured
      from (select distinct ingredient_id, since from piece) c
      join piece x on x.ingredient_id = c.ingredient_id and c.since >= x.since and c.since < x.until
      group by c.ingredient_id, c.since having count(*) = ${found.length}
    )
    insert into feed_nutrient (client_id, ingredient_id, nutrient_id, since, until, value, measured)
    select ${client}, ingredient_id, ${nutrient.id}, since, coalesce(lead(since) over (partition by ingredient_id order by since), ${END_OF_TIME}::date),
      round((value + ${constant}::numeric) * ${result.times}::numeric / ${result.per}::numeric, ${VALUE_DECIMALS}::integer), measured
    from total`.execute(tx);
}
