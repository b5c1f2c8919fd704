import { sql } from 'kysely';
import type { Cell } from '#contract/reports/shape.ts';
import { FEEDING_FIGURES, FEEDING_SUMS, HEADS } from './feeding-figures.ts';
import { feedings } from './feedings.ts';
import { ADDED_PLAN_SUMS, JUDGEMENT_SUMS, namesOf, selected, shown } from './formulas.ts';
import { chosen, groupingsOf, type LevelRow } from './levels.ts';
import type { ReportScope } from './scope.ts';

const ADDED = [...ADDED_PLAN_SUMS, 'cost', 'cost_of_error', 'dry_matter', 'leftover', 'leftover_dm', ...JUDGEMENT_SUMS];
const added = ADDED.map((name) => `sum(${name}) as ${name}`).join(', ');

const COLUMNS = { farm_id: 'bigint', day: 'date', group_id: 'bigint', ration_id: 'bigint' } as const;
/** The dimensions over which feedings are added up. */
const LEVELS = {
  row: ['farm_id', 'day', 'group_id', 'ration_id'],
  group_day: ['farm_id', 'day', 'group_id'],
  group: ['farm_id', 'group_id'],
  ration: ['farm_id', 'ration_id'],
  farm: ['farm_id'],
  day: ['day'],
  total: [],
} as const;
export type FeedingLevel = keyof typeof LEVELS;

const NAMED = {
  level: 't.level',
  day: 't.day',
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 't.group_id',
  group: 'g.name',
  ration_id: 't.ration_id',
  ration: 'r.name',
  heads: 't.heads',
  fed_heads: 't.fed_heads',
} as const;
export type FeedingRow = LevelRow<typeof NAMED & typeof FEEDING_FIGURES>;

const onFirst = (name: string) =>
  `case when not day_missed and row_number() over (partition by day, group_id order by ${name}s desc nulls last, ration_id) = 1 then ${name}s end as ${name}_days`;

/**
 * One scan for all requested levels. A group with several rations on a day counts its heads once in any sum: the first of its rows carries
 * them (`head_days`); within one ration each row carries its own. A row shows its planned heads. A sum leaves out a group's day (within one
 * ration: the ration's day) without records, and its plan.
 */
export async function feedingLevels(scope: ReportScope, levels: readonly FeedingLevel[]): Promise<FeedingRow[]> {
  const { select, sets, has } = groupingsOf(COLUMNS, chosen(LEVELS, levels));
  const headed = (row: string, ofRation: string, ofDay: string) =>
    `case when ${has('ration_id')} and ${has('day')} then sum(${row}) when ${has('ration_id')} then sum(${ofRation}) else sum(${ofDay}) end`;
  const { rows } = await sql<FeedingRow>`
    with ${feedings(scope)}, ration_day as (
      select farm_id, day, group_id, ration_id, ${sql.raw(HEADS)}, max(heads) filter (where fact > 0 or not (counted or over)) as lasting_heads,
        bool_and(over and not counted) as missed, ${sql.raw(FEEDING_SUMS)}
      from feeding group by farm_id, day, group_id, ration_id
    ), known as (
      select *, bool_and(missed) over (partition by day, group_id) as day_missed from ration_day
    ), once as (
      select r.*, case when not missed then lasting_heads end as ration_heads, case when not missed then planned_heads end as ration_planned_heads,
        case when not missed then plan end as ration_plan, case when not day_missed then plan end as day_plan,
        ${sql.raw(['lasting_head', 'planned_head', 'fed_head'].map(onFirst).join(', '))}
      from known r
    ), summed as (
      select ${sql.raw(`${select}, ${added}, ${headed('heads', 'ration_heads', 'lasting_head_days')} as heads,
        ${headed('planned_heads', 'ration_planned_heads', 'planned_head_days')} as planned_heads,
        ${headed('plan', 'ration_plan', 'day_plan')} as headed_plan, ${headed('fed_heads', 'fed_heads', 'fed_head_days')} as fed_heads`)}
      from once group by grouping sets (${sql.raw(sets)})
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FEEDING_FIGURES)}`)}
    from summed t
    left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    left join animal_group g on g.client_id = ${scope.client} and g.id = t.group_id
    left join ration r on r.client_id = ${scope.client} and r.id = t.ration_id
    order by t.day, f.name, t.farm_id, g.name, t.group_id, r.name, t.ration_id`.execute(scope.db);
  return rows;
}

/** The figures in totals and tiles over feedings. */
export const FEEDING_TOTALS = ['heads' as const, ...namesOf(FEEDING_FIGURES)];

/** Groups and rations of different farms may share a name. */
export const nameIn = <K extends string>({ farms }: ReportScope, row: { readonly [Key in K | 'farm']: Cell }, key: K): Cell =>
  farms.length > 1 ? `${row[key]} · ${row.farm}` : row[key];
