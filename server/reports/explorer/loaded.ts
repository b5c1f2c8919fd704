import { type RawBuilder, sql } from 'kysely';
import type { Dimension, Measure } from '#contract/reports/explorer-words.ts';
import { asksForSchedules } from '#server/reports/sql/asks-for.ts';
import { inScope, isOver, ofIngredient, scheduleInScope } from '#server/reports/sql/conditions.ts';
import { dryMatter, PLAN_SUMS } from '#server/reports/sql/formulas.ts';
import { LOAD_SUMS, loadItems } from '#server/reports/sql/loads.ts';
import { daysAround, wholeMonths } from '#server/reports/sql/months.ts';
import { isRevalued } from '#server/reports/sql/prices.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { keysOf, levelsBy } from './dimensions.ts';
import { ROLLED } from './measures.ts';

const ROLLED_ROWS: readonly Dimension[] = ['day', 'week', 'month', 'farm', 'ingredient', 'ingredient_type'];

/** True if the roll-up by day and month contains everything requested: no single schedule, no current price, no single weighing. */
function isRolled(scope: ReportScope, rows: readonly Dimension[], measures: readonly Measure[]): boolean {
  return (
    rows.every((row) => ROLLED_ROWS.includes(row)) &&
    measures.every((measure) => ROLLED.includes(measure)) &&
    !asksForSchedules(scope) &&
    !isRevalued(scope) &&
    scope.filters.deviation?.[0] !== 'absolute'
  );
}

/**
 * Recorded weighings by day, or by whole months if no row is shorter than a month (the type of a feed may change within a month), and the
 * plan of the few schedules that aren't done.
 */
function rolledFacts(scope: ReportScope, rows: readonly Dimension[]): RawBuilder<unknown> {
  const from = sql`${scope.from}::date`;
  const to = sql`${scope.to}::date`;
  const read = (table: 'feed_day' | 'feed_month', day: 'day' | 'month', when: RawBuilder<unknown>) => sql`
    select farm_id, ${sql.ref(day)} as day, ingredient_id, plan_kg as plan, fact_kg as fact, fact_kg - plan_kg as miss, cost, true as counted, true as over
    from ${sql.table(table)}
    where client_id = ${scope.client} and farm_id = any(${scope.farmIds}) and ${ofIngredient(scope, 'ingredient_id')} and ${when}`;
  const recorded =
    rows.includes('day') || rows.includes('week') || rows.includes('ingredient_type')
      ? [read('feed_day', 'day', sql`day between ${from} and ${to}`)]
      : [
          read('feed_month', 'month', wholeMonths('month', from, to)),
          ...daysAround('day', from, to).map((when) => read('feed_day', 'day', when)),
        ];
  return sql`
    ${sql.join(recorded, sql` union all `)}
    union all
    select s.farm_id, s.planned_on, i.ingredient_id, i.weight_plan, null, null, null, false, ${isOver(scope, 's')}
    from schedule s cross join lateral (
      select i.ingredient_id, i.weight_plan from schedule_ingredient i
      where i.client_id = s.client_id and i.planned_on = s.planned_on and i.schedule_id = s.id and not i.counted
        and ${ofIngredient(scope, 'i.ingredient_id')}
      -- Each looked up: the planner would join them with all that was ever weighed.
      offset 0
    ) i
    where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and (s.implausible or s.status <> 'uploaded')`;
}

/** CTE `loading_sum`: from the roll-up if it contains everything requested, otherwise from every weighing. */
export function loadingSums(
  scope: ReportScope,
  rows: readonly Dimension[],
  measures: readonly Measure[],
  whole: boolean,
): RawBuilder<unknown> {
  const { keys, joins } = keysOf(scope, rows);
  const { select, sets } = levelsBy(rows, whole);
  const rolled = isRolled(scope, rows, measures);
  const facts = rolled
    ? sql`loading_fact as (select ${sql.raw(keys)} f.* from (${rolledFacts(scope, rows)}) f ${joins})`
    : sql`${loadItems(scope)}, loading_fact as (
      select ${sql.raw(keys)} f.* from (
        select i.*, i.fact * i.price as cost, s.planned_on as day, s.farm_id, s.ration_id, s.mixer_id, s.operator_id, s.loading_id
        from item i join schedule s on s.id = i.schedule_id and ${scheduleInScope(scope, 's')}
      ) f ${joins}
    )`;
  const sums = rolled ? PLAN_SUMS : `${LOAD_SUMS}, sum(${dryMatter('fact', 'dry_matter')}) as dry_matter`;
  return sql`
    ${facts}, loading_sum as (
      select ${sql.raw(`${select}, ${sums}, sum(cost) as cost`)} from loading_fact group by grouping sets (${sql.raw(sets)})
    )`;
}
