import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { shareOf } from '#server/domain/load-shares.ts';
import { carriedOn, loadParts } from './carried.ts';
import { inScope, matchesFeeding, ofIngredient } from './conditions.ts';
import { JUDGEMENT, JUDGEMENT_SUMS } from './formulas.ts';
import { priceNow } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** What a row of the roll-ups `feeding_day` and `share_day` is of. */
export const OF = 'farm_id, day, group_id, ration_id, mixer_id, operator_id, loading_id';

/** Over the feedings of one such row: what `feeding_day` keeps. Heads are the most of any. */
export const SUMS = `
  max(heads) as heads, max(heads) filter (where fact > 0) as fed_heads, max(heads) filter (where not counted) as open_heads,
  bool_or(counted) as recorded, sum(plan) as plan, sum(plan) filter (where not counted) as open_plan, sum(fact) as fact, sum(miss) as miss,
  sum(cost) as cost, sum(error) as error, sum(dry_matter) as dry_matter, sum(of_load) as of_load,
  sum(carried) as carried, sum(carried_cost) as carried_cost, ${JUDGEMENT}`;
export const KEPT = `heads, fed_heads, open_heads, recorded, plan, open_plan, fact, miss, cost, error, dry_matter, of_load, carried, carried_cost, ${JUDGEMENT_SUMS.join(', ')}`;

/** Where the figures of a scope's days come from: the roll-ups, the facts of the days of one range, or both. */
export interface DaySources {
  /** Ranges of days that the roll-ups tell of. */
  kept: readonly { from: string; to: string }[];
  /** The scope of days that are read from the facts; null: none are. */
  facts: ReportScope | null;
}

/**
 * The roll-ups, but for the days from the first to the last that are due: those are read from the facts. All are where the roll-ups don't know what
 * is asked: leftovers, a single schedule, a status, prices of now, deviations by their size.
 */
export async function daySourcesOf(scope: ReportScope, leftovers: boolean): Promise<DaySources> {
  const { filters, schedule, client, farmIds, from, to } = scope;
  const isKept =
    !leftovers && schedule === undefined && !filters.status?.length && !priceNow(scope) && filters.deviation?.[0] !== 'absolute';
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

/** CTE `fed_part`: feedings added up as `feeding_day` keeps them, of CTE `feeding` where there are facts to read; and what was left, which those alone tell. */
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

/** The shares `f` that `share_day` keeps, to stand after `from`; null where it keeps none of these days. */
export const keptShares = (scope: ReportScope, { kept }: DaySources): RawBuilder<unknown> | null =>
  kept.length === 0
    ? null
    : joined(
        kept.map((range) => sql`select f.* from share_day f where ${keptOf(scope, range)} and ${ofIngredient(scope, 'f.ingredient_id')}`),
      );

/** CTE `part_fact`: what was in each load of each feed, of which groups have their portions. */
export const loadedParts = (scope: ReportScope): RawBuilder<unknown> => sql`
  part_fact as materialized (
    select p.schedule_id, p.ingredient_id, p.kg, p.dry_matter, p.cost, p.carried
    from (${loadParts(scope)}) p where p.kg is not null and ${ofIngredient(scope, 'p.ingredient_id')}
  )`;
/** A feeding's portion of each of them; and of what came with refusals, all of which went to those who were given something. */
export const PORTION = shareOf('1', 'f.fact', 'f.whole');
export const SPREAD = shareOf('1', 'f.fact', 'f.unloaded');
/** What of feeds `p` is a group's by its `portion` and `spread`, as `share_day` keeps it. */
export const PORTIONED = `p.kg * f.portion as given, p.dry_matter * f.portion as dry_matter, p.cost * f.portion as cost,
  case when p.carried then p.kg * f.spread else 0 end as carried`;
/** The same of what went on with refusals `c` that are fed to others. */
export const WENT_ON = '-c.kg as given, -c.dry_matter as dry_matter, -c.cost as cost, -c.kg as carried';
/** What went on from CTE `feeding` `f`, to stand after `from`: those that gave something alone have anything to leave. */
export const wentOnOf = (scope: ReportScope): RawBuilder<unknown> => sql`
  feeding f join (${carriedOn(scope)}) c on c.from_schedule_id = f.schedule_id and c.from_group_id = f.group_id and ${ofIngredient(scope, 'c.ingredient_id')}`;
