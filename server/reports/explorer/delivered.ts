import { type RawBuilder, sql } from 'kysely';
import { tellsFeeds } from '#contract/reports/explorer-view.ts';
import type { Dimension } from '#contract/reports/explorer-words.ts';
import { isOver } from '#server/reports/sql/conditions.ts';
import {
  type DaySources,
  keptShares,
  loadedParts,
  PORTION,
  PORTIONED,
  SPREAD,
  WENT_ON,
  wentOnOf,
} from '#server/reports/sql/feeding-days.ts';
import { ADDED_PLAN_SUMS, JUDGEMENT_SUMS } from '#server/reports/sql/formulas.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { keyList, keysOf, levelsBy } from './dimensions.ts';

const ADDED = [
  ...ADDED_PLAN_SUMS,
  'cost',
  'cost_of_error',
  'dry_matter',
  'leftover',
  'leftover_dm',
  'of_load',
  'carried',
  ...JUDGEMENT_SUMS,
];
const CELL = { cell_group: 'bigint', cell_day: 'date' } as const;
const OF_FEEDS: readonly Dimension[] = ['ingredient', 'ingredient_type'];

const sums = (names: readonly string[]) => names.map((name) => `sum(${name}) as ${name}`).join(', ');
/** Sums over the parts of one cell (group and day). A plan without facts is either all waiting or all missed. */
const CELL_SUMS = `
  ${sums(['plan', 'fact', 'miss', 'cost', 'dry_matter', 'leftover', 'leftover_dm', 'of_load', 'carried', ...JUDGEMENT_SUMS])}, sum(error) as cost_of_error,
  sum(open_plan) filter (where not over) as waiting, sum(open_plan) filter (where over) as not_recorded,
  coalesce(greatest(max(fed_heads), max(open_heads)), 0) as heads, max(heads) as planned_heads, max(fed_heads) as fed_heads,
  greatest(max(fed_heads), max(open_heads) filter (where not over)) as lasting_heads, bool_and(over and not recorded) as missed`;

const SHARE_SUMS = sums(['given', 'dry_matter', 'cost', 'carried']);

/**
 * CTE `delivery_sum`, from CTE `fed_part`. Each level adds up cells of a group and a day, and a cell counts its heads once: the maximum of
 * its feedings. A cell's own row shows its planned heads. A sum leaves out cells without records, and their plan.
 */
export function deliverySums(scope: ReportScope, rows: readonly Dimension[], whole: boolean): RawBuilder<unknown> {
  const { keys, joins } = keysOf(scope, rows);
  const { select, sets } = levelsBy(rows, whole, CELL);
  const isCell = whole && rows.includes('day') && rows.includes('group');
  const of = (cell: string, sum: string) => (isCell ? `case level when 'row' then sum(${cell}) else ${sum} end` : sum);
  const recorded = (name: string) => `sum(${name}) filter (where not missed)`;
  return sql`
    -- Kept apart: where a row's key is the cell's as well, PostgreSQL 15 would group wrongly by one column under two names.
    delivery_fact as materialized (
      select ${sql.raw(keys)} f.*, f.group_id as cell_group, f.day as cell_day, ${isOver(scope, 'f', 'day')} as over from fed_part f ${joins}
    ), delivery_cell as (
      select ${sql.raw(`${select}, ${CELL_SUMS}`)} from delivery_fact group by grouping sets (${sql.raw(sets)})
    ), delivery_sum as (
      select level, ${sql.raw(`${keyList(rows)} ${sums(ADDED)}, sum(of_load) as given,
        ${of('heads', recorded('lasting_heads'))} as heads, ${of('planned_heads', recorded('planned_heads'))} as planned_heads,
        ${of('plan', recorded('plan'))} as headed_plan, sum(fed_heads) as fed_heads`)}
      from delivery_cell group by ${sql.raw(keyList(rows))} level
    )`;
}

/** CTE `share_sum`, of the roll-up and of CTE `feeding`: what each feed's part of it was, by feed or of some feeds. */
export function shareSums(scope: ReportScope, sources: DaySources, rows: readonly Dimension[], whole: boolean): RawBuilder<unknown> {
  const ofFeedings = keysOf(
    scope,
    rows.filter((row) => !OF_FEEDS.includes(row)),
  );
  const ofFeeds = keysOf(
    scope,
    rows.filter((row) => OF_FEEDS.includes(row)),
  );
  const feedingKeys = keyList(rows.filter((row) => !OF_FEEDS.includes(row)));
  const { select, sets } = levelsBy(rows, whole);
  const { facts } = sources;
  const kept = keptShares(scope, sources);
  const portions =
    facts &&
    sql`
    ${loadedParts(facts)}, portion as (
      select ${sql.raw(feedingKeys)} schedule_id, day, sum(portion) as portion, sum(spread) as spread
      from (
        select ${sql.raw(`${ofFeedings.keys} f.schedule_id, f.day, ${PORTION} as portion, ${SPREAD} as spread`)}
        from feeding f ${ofFeedings.joins} where f.fact > 0
      ) p group by ${sql.raw(feedingKeys)} schedule_id, day
    ), fed_share as (
      select ${sql.raw(`${feedingKeys} f.day, p.ingredient_id, ${PORTIONED}`)} from portion f join part_fact p on p.schedule_id = f.schedule_id
    ), went_on_share as (
      select ${sql.raw(`${ofFeedings.keys} f.day, c.ingredient_id, ${WENT_ON}`)} from ${wentOnOf(facts)} ${ofFeedings.joins}
    ),`;
  const figures = 'f.given, f.dry_matter, f.cost, f.carried';
  const parts = [
    ...(facts
      ? ['fed_share', 'went_on_share'].map(
          (of) => sql`select ${sql.raw(`${feedingKeys} ${ofFeeds.keys} ${figures} from ${of} f`)} ${ofFeeds.joins}`,
        )
      : []),
    ...(kept
      ? [sql`select ${sql.raw(`${ofFeedings.keys} ${ofFeeds.keys} ${figures}`)} from (${kept}) f ${ofFeedings.joins} ${ofFeeds.joins}`]
      : []),
  ];
  return sql`
    ${portions ?? sql``} share_fact as (
      -- Added up by row at first: the sums of which there are few are made of these.
      select ${sql.raw(`${keyList(rows)} ${SHARE_SUMS}`)}
      from (${sql.join(parts, sql` union all `)}) s group by ${sql.raw(`${keyList(rows)} ()`)}
    ), share_sum as (
      select ${sql.raw(`${select}, ${SHARE_SUMS}`)}
      from share_fact group by grouping sets (${sql.raw(sets)})
    )`;
}

/** Which sums the groups' shares are taken from: those of whole loads come with the feedings. */
export const sharesFrom = (scope: ReportScope, rows: readonly Dimension[]): 'share_sum' | 'delivery_sum' =>
  tellsFeeds(rows, scope.filters) ? 'share_sum' : 'delivery_sum';
