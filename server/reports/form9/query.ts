import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { FEED_KEY, feedColumn, type form9, MAX_STATEMENT_DAYS } from '#contract/reports/form9.ts';
import type { Row } from '#contract/reports/shape.ts';
import { invalid } from '#server/platform/errors.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { per, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { shares } from '#server/reports/sql/shares.ts';
import { animalTypeOn } from '#server/reports/sql/types-then.ts';

const FIGURES = {
  given: 't.given',
  cost: 't.cost',
  price_given: per('t.cost', 't.given'),
  norm: per('t.plan', 'h.heads'),
  given_per_head: per('t.given', 'h.heads'),
  cost_per_head: per('t.cost', 'h.heads'),
} as const;

const NAMED = {
  level: 't.level',
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 't.group_id',
  group: 'g.name',
  // A sheet covers its whole range with the type that the group had on its last day.
  animal_type_id: animalTypeOn('g', 'd.last_day'),
  day: 't.day',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  item: 'n.item_number',
  heads: 'h.heads::integer',
  // The quantities of each feed in a row, by the key of its column.
  cells: 'c.cells',
  cost_printed: 't.cost_printed',
} as const;
type StatementRow = LevelRow<typeof NAMED & typeof FIGURES>;

const WHOLE = sql`(farm_id, group_id, day), (farm_id, group_id, ingredient_id), (farm_id, group_id), (ingredient_id), ()`;
const LEVELS = `case grouping(group_id, day, ingredient_id) when 1 then 'row' when 2 then 'feed' when 3 then 'group' when 6 then 'ingredient' else 'total' end as level`;

/**
 * Sums of the statement's cells, which are summed first: all else is summed of them, and a row brings its own along, for to bring each as a
 * row of its own takes longer than to calculate it. Heads are looked up by equal keys, of nothing as 0: what "is not distinct" is compared with all.
 */
async function query(scope: ReportScope, whole: boolean): Promise<StatementRow[]> {
  const { client } = scope;
  const keys = whole
    ? sql`${sql.raw(LEVELS)}, farm_id, group_id, day, ingredient_id`
    : sql`'total' as level, null::bigint as farm_id, null::bigint as group_id, null::date as day, null::bigint as ingredient_id`;
  const { rows } = await sql<StatementRow>`
    with ${shares(scope)}, cell as materialized (
      select farm_id, group_id, day, ingredient_id, sum(given) as given, sum(cost) as cost, sum(plan) as plan from share group by 1, 2, 3, 4
    ), summed as (
      select ${keys}, sum(given) as given, sum(cost) as cost, sum(plan) as plan, sum(round(cost, 2)) as cost_printed
      from cell group by grouping sets (${whole ? WHOLE : sql`()`})
    ), across as (
      select group_id, day, jsonb_object_agg(${FEED_KEY}::text || ingredient_id, round(given, 6)) as cells from cell where ${whole} group by 1, 2
    ), headed as (
      select group_id, day, sum(heads) as heads from fed_day group by grouping sets ((group_id, day), (group_id), ())
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t
    left join headed h on coalesce(h.group_id, 0) = coalesce(t.group_id, 0) and coalesce(h.day, 'infinity') = coalesce(t.day, 'infinity')
    left join across c on t.level = 'row' and c.group_id = t.group_id and c.day = t.day
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join animal_group g on g.client_id = ${client} and g.id = t.group_id
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    cross join (select ${scope.to}::date as last_day) d
    order by g.name, t.group_id, t.day, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

const toSheetDay = ({ group_id, day }: Pick<StatementRow, 'group_id' | 'day'>) => `${group_id}_${day}`;
const OF_GROUP = ['farm_id', 'farm', 'group_id', 'group', 'given', 'cost', 'price_given', 'given_per_head', 'cost_per_head'] as const;

const toTotals = (total: Omit<StatementRow, 'level'> | undefined) => ({
  ...pick(total, ['given', 'cost', 'cost_per_head']),
  feed_days: total?.heads ?? 0,
});

function makeSheet(rows: StatementRow[], several: boolean): Omit<Made<typeof form9>, 'previous'> {
  const feeds = atLevel(rows, 'ingredient').map(({ ingredient_id, ingredient, given }) => ({
    column: feedColumn(Number(ingredient_id), String(ingredient)),
    given,
  }));
  const byGroup = atLevel(rows, 'group');
  const [total] = atLevel(rows, 'total');
  return {
    rows: atLevel(rows, 'row').map((row) => ({
      id: toSheetDay(row),
      ...pick(row, ['farm_id', 'farm', 'group_id', 'group', 'day', 'heads', 'given', 'cost']),
      ...(row.cells as unknown as Row),
    })),
    columns: feeds.map(({ column }) => column),
    totals: { ...pick(total, ['heads', 'given', 'cost']), ...Object.fromEntries(feeds.map(({ column, given }) => [column.key, given])) },
    tiles: toTotals(total),
    series: {
      by_feed: atLevel(rows, 'feed').map((row) => ({
        ...pick(row, [...OF_GROUP, 'ingredient_id', 'item', 'norm', 'cost_printed']),
        feed: row.ingredient,
        // With several groups each feed occurs several times.
        ingredient: byGroup.length > 1 ? `${row.ingredient} · ${row.group}` : row.ingredient,
      })),
      by_group: byGroup.map((row) => ({
        ...pick(row, [...OF_GROUP, 'animal_type_id']),
        feed_days: row.heads,
        group: several ? `${row.group} · ${row.farm}` : row.group,
      })),
    },
  };
}

export const form9Server: ReportServer<typeof form9> = {
  rowKeys: ['day', 'group_id'],
  async make(scope) {
    if (addDays(scope.from, MAX_STATEMENT_DAYS) <= scope.to)
      throw invalid('planned_on_before', 'too_long_range', { limit: MAX_STATEMENT_DAYS });
    const [rows, before] = await Promise.all([query(scope, true), previously(scope, (range) => query(range, false))]);
    return { ...makeSheet(rows, scope.farms.length > 1), previous: before && toTotals(before[0]) };
  },
};
