import { type RawBuilder, sql } from 'kysely';
import { RECONCILIATION } from '#contract/reports/accounting.ts';
import { stockIngredients } from './moves.ts';
import type { ReportScope } from './scope.ts';
import { shares } from './shares.ts';

/** The reason for feed that is in the ledger and in no group. */
const WHY = `case when s.deleted or s.ignore_in_reports then 'ignored' when s.status <> 'uploaded' then 'not_unloaded' else 'given' end`;

/**
 * CTEs that end in
 * - fed_line (line, day, group_id, ingredient_id, given, cost, exact_given, exact_cost): the feed taken by the farm's loads in grams and
 * kopecks, each rounded half up separately. `fed` is a line per day, group and feed. Lines without a group have quantities that only the
 * ledger contains: loads that reports ignore, loads whose unloading didn't end, leftovers transferred to groups of another day, and the
 * undelivered part of other loads;
 * - booked (day, ingredient_id, line, kg, value): the ledger's quantities for loads, of feeds in the farm's movement.
 */
export const fedLines = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${shares(scope)}, ${stockIngredients(scope)}, given_line as materialized (
    select day, group_id, ingredient_id, sum(given) as given, sum(cost) as cost, sum(carried) as carried, sum(carried_cost) as carried_cost
    from share group by 1, 2, 3
  ), booked as materialized (
    select l.day, l.ingredient_id, ${sql.raw(WHY)} as line, -sum(l.kg) as kg, -sum(l.value) as value
    from ledger l
    left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
    left join schedule s on s.client_id = l.client_id and s.id = l.schedule_id
    where l.client_id = ${scope.client} and l.farm_id = any(${scope.farmIds}) and l.day between ${scope.from}::date and ${scope.to}::date
      and l.ingredient_id in (select id from stocked) and coalesce(o.kind, l.kind) = 'load'
    group by 1, 2, 3
  ), given_day as (
    select day, ingredient_id, sum(given) as given, sum(cost) as cost, sum(carried) as carried, sum(carried_cost) as carried_cost
    from given_line where ingredient_id in (select id from stocked) group by 1, 2
  ), undelivered as (
    select day, ingredient_id, coalesce(b.kg, 0) + coalesce(g.carried, 0) - coalesce(g.given, 0) as given,
      coalesce(b.value, 0) + coalesce(g.carried_cost, 0) - coalesce(g.cost, 0) as cost
    from (select day, ingredient_id, kg, value from booked where line = 'given') b full join given_day g using (day, ingredient_id)
  ), fed_line as materialized (
    select line, day, group_id, ingredient_id, round(given, 3) as given, round(cost, 2) as cost, given as exact_given, cost as exact_cost
    from (
      select 'fed' as line, day, group_id, ingredient_id, given, cost from given_line
      union all select line, day, null, ingredient_id, kg, value from booked where line <> 'given'
      union all select 'carried', day, null, ingredient_id, -carried, -carried_cost from given_day
      union all select 'undelivered', day, null, ingredient_id, given, cost from undelivered
    ) l where round(given, 3) <> 0 or round(cost, 2) <> 0
  )`;

const sumLineSql = (line: string, more = 'true') =>
  `select '${line}' as line, sum(given) as weight, sum(cost) as value from fed_line where ${more}`;

type Agreement = { line: (typeof RECONCILIATION)[number]; weight: number; value: number };

/** Reconciles the two files for accounting to the kopeck: from the write-off by group to the movement's column of fed feed. */
export async function reconcile(scope: ReportScope): Promise<Agreement[]> {
  const { rows } = await sql<Agreement>`
    with ${fedLines(scope)}, valued as (
      ${sql.raw(sumLineSql('written_off', `line = 'fed'`))}
      union all select line, sum(given), sum(cost) from fed_line where line <> 'fed' group by line
      union all select 'elsewhere', -sum(given), -sum(cost) from fed_line where line = 'fed' and ingredient_id not in (select id from stocked)
    ), taken as (
      select sum(kg) as weight, trunc(sum(value), 2) as value from booked
    ), whole as (
      select line, coalesce(weight, 0) as weight, coalesce(value, 0) as value from valued
      union all select 'rounding', coalesce(f.weight, 0) - coalesce(t.weight, 0), coalesce(f.value, 0) - coalesce(t.value, 0)
        from taken f, (select sum(weight) as weight, sum(value) as value from valued) t
      union all select 'fed', coalesce(weight, 0), coalesce(value, 0) from taken
    )
    select line, weight, value from whole where weight <> 0 or value <> 0 or line in ('written_off', 'fed')`.execute(scope.db);
  return rows.toSorted((a, b) => RECONCILIATION.indexOf(a.line) - RECONCILIATION.indexOf(b.line));
}
