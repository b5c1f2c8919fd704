import { type RawBuilder, sql } from 'kysely';
import { inScope, matchesGroup } from './conditions.ts';
import type { DaySources } from './feeding-days.ts';
import { feedings } from './feedings.ts';
import { dryMatter } from './formulas.ts';
import type { ReportScope } from './scope.ts';

/** The stages of feed from the plan to the trough, as stored: their differences are the steps of a bridge. */
const STAGES = ['paper', 'loaded', 'divided', 'delivered'] as const;
type Stage = (typeof STAGES)[number];

/** The id under which dry matter itself is stored. */
export const DRY_MATTER_ID = 0;
/** Columns of `nutrient_day` after the client. */
export const NUTRIENT_DAY = `farm_id, day, group_id, nutrient_id, heads, covered, ${STAGES.join(', ')}`;
/** Decimals of a stored sum, so that sums of stored and computed days are equal. */
const SUM_DECIMALS = 9;

/** Kilograms of a load's feed, and the group's part of the load, at each stage. */
const PARTS: Record<Stage, { kg: string; part: string }> = {
  paper: { kg: 'plan', part: 'by_plan' },
  loaded: { kg: 'kg', part: 'by_plan' },
  divided: { kg: 'kg', part: 'by_unloaded' },
  delivered: { kg: 'kg', part: 'by_content' },
};

const each = (text: (stage: Stage, parts: { kg: string; part: string }) => string) =>
  sql.raw(STAGES.map((stage) => text(stage, PARTS[stage])).join(', '));

/**
 * CTEs that end in `nutrient_fact`, rows of `nutrient_day` computed from the facts of recorded feedings. Refed leftovers are in plan and load
 * alike. A group's part is by its planned kilograms on paper and as loaded, then by unloaded kilograms, and finally by the mixer's content,
 * so that feed left in the mixer is in no group's delivery.
 */
export const nutrientFacts = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, content as materialized (
    select i.schedule_id, i.ingredient_id, i.weight_plan as plan, ${sql.raw(dryMatter('i.weight_plan', 'coalesce(i.dry_matter, 0)'))} as plan_dm,
      coalesce(i.weight_fact, 0) as kg, ${sql.raw(dryMatter('coalesce(i.weight_fact, 0)', 'coalesce(i.dry_matter, 0)'))} as kg_dm
    from schedule_ingredient i where ${inScope(scope, 'i')} and i.counted
    union all
    select c.to_schedule_id, c.ingredient_id, c.kg, c.dry_matter, c.kg, c.dry_matter from carried_feed c where ${inScope(scope, 'c', 'to_day')}
  ), planned as (
    select schedule_id, sum(plan) as plan from fed group by schedule_id
  ), part_of as (
    select f.farm_id, f.day, f.group_id, f.schedule_id, f.heads, coalesce(f.plan / nullif(p.plan, 0), 0) as by_plan,
      coalesce(f.fact / nullif(f.unloaded, 0), 0) as by_unloaded, coalesce(f.fact / nullif(f.whole, 0), 0) as by_content
    from feeding f join planned p on p.schedule_id = f.schedule_id where f.counted
  ), heads_of as (
    select farm_id, day, group_id, max(heads) as heads from part_of group by farm_id, day, group_id
  ), feed_of as materialized (
    select g.farm_id, g.day, g.group_id, c.ingredient_id,
      ${each((stage, { kg, part }) => `sum(c.${kg} * g.${part}) as ${stage}, sum(c.${kg}_dm * g.${part}) as ${stage}_dm`)}
    from part_of g join content c on c.schedule_id = g.schedule_id
    group by g.farm_id, g.day, g.group_id, c.ingredient_id
  ), nutrient_fact as (
    select k.farm_id, k.day, k.group_id, n.id as nutrient_id, h.heads, round(sum(k.delivered_dm), ${SUM_DECIMALS}::integer) as covered,
      ${each((stage) => `round(sum(v.value * case n.per when 'dry' then k.${stage}_dm else k.${stage} end), ${SUM_DECIMALS}) as ${stage}`)}
    from feed_of k
    join feed_nutrient v on v.client_id = ${scope.client} and v.ingredient_id = k.ingredient_id and k.day >= v.since and k.day < v.until
    join nutrient n on n.client_id = v.client_id and n.id = v.nutrient_id and not n.deleted
    join heads_of h on h.farm_id = k.farm_id and h.day = k.day and h.group_id = k.group_id
    group by k.farm_id, k.day, k.group_id, n.id, h.heads
    union all
    select k.farm_id, k.day, k.group_id, ${DRY_MATTER_ID}::bigint, h.heads, round(sum(k.delivered_dm), ${SUM_DECIMALS}::integer),
      ${each((stage) => `round(sum(k.${stage}_dm), ${SUM_DECIMALS})`)}
    from feed_of k join heads_of h on h.farm_id = k.farm_id and h.day = k.day and h.group_id = k.group_id
    group by k.farm_id, k.day, k.group_id, h.heads
  )`;

/** CTEs that end in `nutrient_part`: rows of `nutrient_day` of the scope, stored or computed, by the filters on groups. */
export const nutrientParts = (scope: ReportScope, { kept, facts }: DaySources): RawBuilder<unknown> => {
  const columns = sql.raw(NUTRIENT_DAY);
  const parts = [
    ...(facts ? [sql`select ${columns} from nutrient_fact`] : []),
    ...kept.map(
      (range) =>
        sql`select ${columns} from nutrient_day d where ${inScope({ ...scope, ...range }, 'd', 'day')} and ${matchesGroup(scope, 'd', 'day')}`,
    ),
  ];
  return sql`${facts ? sql`${nutrientFacts(facts)}, ` : sql``}nutrient_part as materialized (${sql.join(parts, sql` union all `)})`;
};
