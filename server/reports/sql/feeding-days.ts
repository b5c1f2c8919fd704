import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { shareOf } from '#server/domain/load-shares.ts';
import { carriedOn, loadParts } from './carried.ts';
import { inScope, matchesFeeding, ofIngredient } from './conditions.ts';
import { JUDGEMENT, JUDGEMENT_SUMS } from './formulas.ts';
import { isRevalued } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** The key of a row of the roll-ups `feeding_day` and `share_day`. */
export const OF = 'farm_id, day, group_id, ration_id, mixer_id, operator_id, loading_id';

/** The sums of `feeding_day` over the feedings of one row. Heads are the maximum of any feeding. */
export const SUMS = `
  max(heads) as heads, max(heads) filter (where fact > 0) as fed_heads, max(heads) filter (where not counted) as open_heads,
  bool_or(counted) as recorded, sum(plan) as plan, sum(plan) filter (where not counted) as open_plan, sum(fact) as fact, sum(miss) as miss,
  sum(cost) as cost, sum(error) as error, sum(dry_matter) as dry_matter, sum(of_load) as of_load,
  sum(carried) as carried, sum(carried_cost) as carried_cost, ${JUDGEMENT}`;
export const KEPT = `heads, fed_heads, open_heads, recorded, plan, open_plan, fact, miss, cost, error, dry_matter, of_load, carried, carried_cost, ${JUDGEMENT_SUMS.join(', ')}`;

/** The sources of the figures of a scope's days: the roll-ups, the facts of the days of one range, or both. */
export interface DaySources {
  /** Ranges of days to read from the roll-ups. */
  kept: readonly { from: string; to: string }[];
  /** The scope of days that are read from the facts; null: none are. */
  facts: ReportScope | null;
}

/**
 * Reads the roll-ups, except the days from the first to the last stale day, which are read from the facts. All days are read from the facts
 * if the query needs values that roll-ups don't contain: leftovers, a single schedule, a status, current prices, absolute deviations.
 */
export async function daySourcesOf(scope: ReportScope, leftovers: boolean): Promise<DaySources> {
  const { filters, schedule, client, farmIds, from, to } = scope;
  const isKept =
    !leftovers && schedule === undefined && !filters.status?.length && !isRevalued(scope) && filters.deviation?.[0] !== 'absolute';
  if (!isKept) return { kept: [], facts: scope };
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day) as first, max(day) as last from feeding_day_due
    where client_id = ${client} and farm_id = any(${farmIds}) and day between ${from}::date and ${to}::date`.execute(scope.db);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return { kept: [{ from, to }], facts: null };
  const around = [
    { from, to: addDays(first, -1) },
    { from: addDays(last, 1), to },
  ];
  return { kept: around.filter((range) => range.from <= range.to), facts: { ...scope, from: first, to: last } };
}

/** The rows of a roll-up `f` of the ranges, by the filters. */
const keptOf = (scope: ReportScope, { from, to }: { from: string; to: string }) =>
  sql`${inScope({ ...scope, from, to }, 'f', 'day')} and ${matchesFeeding(scope, 'f')}`;

const joined = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

/**
 * CTE `fed_part`: feedings added up in the shape of `feeding_day`, from CTE `feeding` if facts are read; and leftovers, which only the
 * facts contain.
 */
export const fedParts = (scope: ReportScope, { kept, facts }: DaySources): RawBuilder<unknown> => sql`
  fed_part as (${joined([
    ...(facts
      ? [
          sql`select ${sql.raw(`${OF}, ${SUMS}, sum(leftover) as leftover, sum(leftover_dm) as leftover_dm`)} from feeding group by ${sql.raw(OF)}`,
        ]
      : []),
    ...kept.map(
      (range) => sql`
        select ${sql.raw(`${OF}, ${KEPT}, null::numeric as leftover, null::numeric as leftover_dm`)} from feeding_day f where ${keptOf(scope, range)}`,
    ),
  ])})`;

/** The shares `f` from `share_day`, for use after `from`; null if it contains none of these days. */
export const keptShares = (scope: ReportScope, { kept }: DaySources): RawBuilder<unknown> | null =>
  kept.length === 0
    ? null
    : joined(
        kept.map((range) => sql`select f.* from share_day f where ${keptOf(scope, range)} and ${ofIngredient(scope, 'f.ingredient_id')}`),
      );

/** CTE `part_fact`: the quantity of each feed in each load, of which groups have portions. */
export const loadedParts = (scope: ReportScope): RawBuilder<unknown> => sql`
  part_fact as materialized (
    select p.schedule_id, p.ingredient_id, p.kg, p.dry_matter, p.cost, p.carried
    from (${loadParts(scope)}) p where p.kg is not null and ${ofIngredient(scope, 'p.ingredient_id')}
  )`;
/** A feeding's portion of each of them; and of what came with refusals, all of which went to those who were given something. */
export const PORTION = shareOf('1', 'f.fact', 'f.whole');
export const SPREAD = shareOf('1', 'f.fact', 'f.unloaded');
/** A group's part of feeds `p` by the `portion` and `spread` of `share_day`. */
export const PORTIONED = `p.kg * f.portion as given, p.dry_matter * f.portion as dry_matter, p.cost * f.portion as cost,
  case when p.carried then p.kg * f.spread else 0 end as carried`;
/** The same of what went on with refusals `c` that are fed to others. */
export const WENT_ON = '-c.kg as given, -c.dry_matter as dry_matter, -c.cost as cost, -c.kg as carried';
/** Quantities that went on from CTE `feeding` `f`, for use after `from`. Only feedings that gave something can leave something. */
export const wentOnOf = (scope: ReportScope): RawBuilder<unknown> => sql`
  feeding f join (${carriedOn(scope)}) c on c.from_schedule_id = f.schedule_id and c.from_group_id = f.group_id and ${ofIngredient(scope, 'c.ingredient_id')}`;

/**
 * CTEs that end in `part`: the feeds of feedings `f` that match `which`, in the shape of `share_day`, less leftovers fed to others. They
 * follow those of `feedings`.
 */
export const shareParts = (scope: ReportScope, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${loadedParts(scope)}, part as (
    select ${sql.raw(`${OF}, p.ingredient_id, ${PORTIONED}`)}
    from (select f.*, ${sql.raw(`${PORTION} as portion, ${SPREAD} as spread`)} from feeding f where fact > 0 and ${which}) f
    join part_fact p on p.schedule_id = f.schedule_id
    union all
    select ${sql.raw(`${OF}, c.ingredient_id, ${WENT_ON}`)} from ${wentOnOf(scope)} where ${which}
  )`;
/** The sums of `share_day` over `part`. */
export const SHARE_SUMS = 'sum(given) as given, sum(dry_matter) as dry_matter, sum(cost) as cost, sum(carried) as carried';
