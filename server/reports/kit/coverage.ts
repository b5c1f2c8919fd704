import { type RawBuilder, sql } from 'kysely';
import { daysBetween } from '#contract/days.ts';
import { PLANNED_ONCE } from '#server/db/connection.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** Coverage of a base: the days of farms with facts in either range, and how many days of the base have facts. */
export interface Coverage {
  days: number;
  daysWithFacts: number;
}

/** Sources of figures. */
export type Facts = 'feedings' | 'stock' | 'batches';

type Range = Pick<ReportScope, 'from' | 'to'>;
const selectDays = ({ from, to }: Range) =>
  sql`(select day::date from generate_series(${from}::date, ${to}::date, interval '1 day') as day)`;

/** SQL condition that a farm `f` has facts on `day`, by index lookups: with "exists", the planner would join all facts. */
const HAS_FACTS: Record<Exclude<Facts, 'stock'>, (client: number) => RawBuilder<unknown>> = {
  feedings: (client) => sql`(select true from schedule s
    where s.client_id = ${client} and s.farm_id = f.id and s.planned_on = d.day and s.status <> 'waited' and not s.deleted limit 1)`,
  // Compound feed isn't made daily: a day lacks facts only if a batch was planned and none was made.
  batches: (client) => sql`d.day >= f.first and coalesce((select bool_or(b.status <> 'waited') from batch b
    where b.client_id = ${client} and b.farm_id = f.id and b.planned_on = d.day and not b.deleted), true)`,
};

/** SQL for the number of days of a range with facts of a farm `f`. */
function covered(facts: Facts, client: number, range: Range): RawBuilder<unknown> {
  // From its first movement on, stock is known for every day, also without a movement.
  if (facts === 'stock')
    return sql`case when f.first is null then 0 else greatest(0, ${range.to}::date - greatest(${range.from}::date, f.first) + 1) end`;
  return sql`(select count(*)::integer from ${selectDays(range)} d where ${HAS_FACTS[facts](client)})`;
}

/** SQL condition that any day has facts. */
const isAtWork = (facts: Facts, client: number, range: Range): RawBuilder<unknown> =>
  facts === 'stock'
    ? sql`f.first <= ${range.to}::date`
    : sql`(select true from ${selectDays(range)} d where ${HAS_FACTS[facts](client)} limit 1)`;

/** SQL for the first day with facts of a farm `o`; for stock that existed before the range, the month is exact enough. */
const FIRST: Record<Facts, (client: number, from: string) => RawBuilder<unknown>> = {
  feedings: () => sql`null::date`,
  // The first day of the movements in the first month.
  stock: (client, from) => sql`(
    select case when f.month < month_of(${from}::date) then f.month else (
      select min(d.day) from (
        select distinct ingredient_id from stock_month m where m.client_id = ${client} and m.farm_id = o.id and m.month = f.month
      ) m cross join lateral (
        select d.day from stock_day d where d.client_id = ${client} and d.ingredient_id = m.ingredient_id and d.day >= f.month and d.farm_id = o.id
        order by d.day limit 1
      ) d) end
    from (select b.month from stock_month b where b.client_id = ${client} and b.farm_id = o.id order by b.month limit 1) f)`,
  batches: (client) =>
    sql`(select min(b.planned_on) from batch b where b.client_id = ${client} and b.farm_id = o.id and not b.deleted and b.status <> 'waited')`,
};

/** Number of days of the base with facts, for farms with facts in the base or in the compared range. */
export async function coverageOf(facts: Facts, scope: ReportScope, base: ReportScope): Promise<Coverage> {
  const { client, farmIds, db } = scope;
  const { rows } = await sql<{ covered: number; at_work: boolean | null }>`
    ${PLANNED_ONCE} with f as materialized (select o.id, ${FIRST[facts](client, base.from)} as first from unnest(${farmIds}::bigint[]) as o (id))
    select ${covered(facts, client, base)} as covered, ${isAtWork(facts, client, scope)} as at_work from f`.execute(db);
  const counted = rows.filter(({ covered, at_work }) => at_work || covered > 0);
  return {
    days: counted.length * daysBetween(base.from, base.to),
    daysWithFacts: counted.reduce((total, row) => total + row.covered, 0),
  };
}
