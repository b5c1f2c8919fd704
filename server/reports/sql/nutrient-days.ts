import { type RawBuilder, sql } from 'kysely';
import { inScope, matchesGroup } from './conditions.ts';
import type { DaySources } from './feeding-days.ts';
import { feedings } from './feedings.ts';
import { dryMatter } from './formulas.ts';
import { leftCells } from './left-cells.ts';
import { firstDryMatter, loadContents, SUM_DECIMALS, valuesByDay } from './nutrient-values.ts';
import type { ReportScope } from './scope.ts';

/** Kilograms of a load's feed, and the group's part of the load, at each stage from the plan to the trough. */
const STAGES = {
  paper: { kg: 'plan', part: 'by_plan' },
  loaded: { kg: 'kg', part: 'by_plan' },
  divided: { kg: 'kg', part: 'by_unloaded' },
  delivered: { kg: 'kg', part: 'by_content' },
} as const;
type Stage = keyof typeof STAGES;
const stages = Object.keys(STAGES) as Stage[];

const each = (text: (stage: Stage) => string) => sql.raw(stages.map(text).join(', '));
const sumFeed = (stage: Stage) => {
  const { kg, part } = STAGES[stage];
  return `sum(c.${kg} * g.${part}) as ${stage}, sum(c.${kg}_dm * g.${part}) as ${stage}_dm`;
};
/** Σ value × kilograms on the nutrient's basis. */
const sumNutrient = (value: string, dry: string, fresh: string, name: string) =>
  `round(sum(v.${value} * case v.per when 'dry' then k.${dry} else k.${fresh} end), ${SUM_DECIMALS}) as ${name}`;

/** Columns of `nutrient_day` after the client. */
export const NUTRIENT_DAY = `farm_id, day, group_id, nutrient_id, heads, covered, whole_dm, eaten_dm, steady, moist, ${stages.join(', ')}, eaten,
  loads, content_sum, content_squares`;

/**
 * CTEs that end in `nutrient_fact`, rows of `nutrient_day` computed from the facts of recorded feedings. Refed leftovers are in plan and load
 * alike. A group's part is by its planned kilograms on paper and as loaded, then by unloaded kilograms, and finally by the mixer's content,
 * so that feed left in the mixer is in no group's delivery. A day's refusals have the composition of the day's delivery.
 */
export const nutrientFacts = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, ${firstDryMatter(scope)}, content as materialized (
    select i.schedule_id, i.planned_on as day, i.ingredient_id, i.weight_plan as plan, ${sql.raw(dryMatter('i.weight_plan', 'coalesce(i.dry_matter, 0)'))} as plan_dm,
      ${sql.raw(dryMatter('i.weight_plan', 'coalesce(d.percent, i.dry_matter, 0)'))} as steady_dm,
      coalesce(i.weight_fact, 0) as kg, ${sql.raw(dryMatter('coalesce(i.weight_fact, 0)', 'coalesce(i.dry_matter, 0)'))} as kg_dm
    from schedule_ingredient i left join first_dry d on d.ingredient_id = i.ingredient_id where ${inScope(scope, 'i')} and i.counted
    union all
    select c.to_schedule_id, c.to_day, c.ingredient_id, c.kg, c.dry_matter, c.dry_matter, c.kg, c.dry_matter
    from carried_feed c where ${inScope(scope, 'c', 'to_day')}
  ), planned as (
    select schedule_id, sum(plan) as plan from fed group by schedule_id
  ), part_of as materialized (
    select f.farm_id, f.day, f.group_id, f.schedule_id, f.heads, f.fact, coalesce(f.plan / nullif(p.plan, 0), 0) as by_plan,
      coalesce(f.fact / nullif(f.unloaded, 0), 0) as by_unloaded, coalesce(f.fact / nullif(f.whole, 0), 0) as by_content
    from feeding f join planned p on p.schedule_id = f.schedule_id where f.counted
  ), feed_of as materialized (
    select g.farm_id, g.day, g.group_id, c.ingredient_id, sum(c.steady_dm * g.by_plan) as steady_dm, ${each(sumFeed)}
    from part_of g join content c on c.schedule_id = g.schedule_id
    group by g.farm_id, g.day, g.group_id, c.ingredient_id
  ), left_share as (
    select l.group_id, l.day, coalesce(l.weight / nullif(l.given, 0), 0) as part from ${leftCells(scope, { kept: [], facts: scope })} l
  ), whole_of as (
    select h.farm_id, h.day, h.group_id, h.heads, coalesce(k.dm, 0) as dm, 1 - coalesce(l.part, 0) as kept
    from (select farm_id, day, group_id, max(heads) as heads from part_of group by farm_id, day, group_id) h
    left join (select farm_id, day, group_id, sum(delivered_dm) as dm from feed_of group by farm_id, day, group_id) k
      on k.farm_id = h.farm_id and k.day = h.day and k.group_id = h.group_id
    left join left_share l on l.group_id = h.group_id and l.day = h.day
  ), ${valuesByDay(scope)}, ${loadContents}, nutrient_sum as (
    select k.farm_id, k.day, k.group_id, v.nutrient_id, round(sum(k.delivered_dm), ${SUM_DECIMALS}::integer) as covered,
      ${sql.raw(sumNutrient('first_value', 'steady_dm', 'paper', 'steady'))}, ${sql.raw(sumNutrient('first_value', 'paper_dm', 'paper', 'moist'))},
      ${each((stage) => sumNutrient('value', `${stage}_dm`, stage, stage))}
    from feed_of k join valued v on v.ingredient_id = k.ingredient_id and k.day >= v.since and k.day < v.until
    group by k.farm_id, k.day, k.group_id, v.nutrient_id
  ), nutrient_fact as (
    select s.farm_id, s.day, s.group_id, s.nutrient_id, w.heads, s.covered, round(w.dm, ${SUM_DECIMALS}::integer) as whole_dm,
      round(w.dm * w.kept, ${SUM_DECIMALS}::integer) as eaten_dm, s.steady, s.moist, ${each((stage) => `s.${stage}`)},
      round(s.delivered * w.kept, ${SUM_DECIMALS}::integer) as eaten,
      coalesce(o.loads, 0) as loads, coalesce(o.content_sum, 0) as content_sum, coalesce(o.content_squares, 0) as content_squares
    from nutrient_sum s
    join whole_of w on w.farm_id = s.farm_id and w.day = s.day and w.group_id = s.group_id
    left join content_of o on o.day = s.day and o.group_id = s.group_id and o.nutrient_id = s.nutrient_id
  )`;

/** The rows of `nutrient_day` of the sources, stored or computed, by the filters on groups. */
export const nutrientDays = (scope: ReportScope, { kept, facts }: DaySources, columns = NUTRIENT_DAY): RawBuilder<unknown> =>
  sql.join(
    [
      ...(facts ? [sql`select ${sql.raw(columns)} from nutrient_fact`] : []),
      ...kept.map(
        (range) =>
          sql`select ${sql.raw(columns)} from nutrient_day d where ${inScope({ ...scope, ...range }, 'd', 'day')} and ${matchesGroup(scope, 'd', 'day')}`,
      ),
    ],
    sql` union all `,
  );

/** CTEs that end in `day_of`: each group's nutrients by day. */
export const eatenDays = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
  ${sources.facts ? sql`${nutrientFacts(sources.facts)}, ` : sql``}day_of as materialized (
    select d.* from (${nutrientDays(scope, sources)}) d where d.heads > 0
  )`;
