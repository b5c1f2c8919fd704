import { sql } from 'kysely';
import type { fedByIngredient, ingredientsByGroup } from '#contract/reports/ingredient-shares.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { atLevel, pick, type ReportServer, type RowKeys } from '#server/reports/kit/report.ts';
import { byLargestRemainder, namesOf, per, percentOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { type Part, shares } from './shares.ts';

const ADDED = ['given', 'dry_matter', 'cost', 'undelivered'];
const FIGURES = {
  given: 't.given',
  dry_matter: 't.dry_matter',
  cost: 't.cost',
  price_given: per('t.cost', 't.given'),
  undelivered: 'coalesce(t.undelivered, 0)',
} as const;

/** The base of a share: the total of the ingredient, or of the period. */
const SHARED = { group: 't.ingredient_id', period: 't.farm_id, t.part_id' } as const;
const namedBy = (part: Part) =>
  ({
    level: 't.level',
    farm_id: 't.farm_id',
    farm: 'f.name',
    part_id: 't.part_id',
    part: 'p.name',
    ingredient_id: 't.ingredient_id',
    ingredient: 'n.name',
    share: byLargestRemainder('100 * t.exact_share', '10000', `t.level, ${SHARED[part]}`, 't.ingredient_id, t.part_id, t.farm_id'),
  }) as const;
type ShareRow = LevelRow<ReturnType<typeof namedBy> & typeof FIGURES>;

async function query(scope: ReportScope, part: Part, whole: boolean): Promise<ShareRow[]> {
  const { client } = scope;
  const sets = whole ? sql`(farm_id, part_id, ingredient_id), (ingredient_id), (farm_id, part_id), ()` : sql`()`;
  const keys = whole
    ? sql`case grouping(part_id, ingredient_id) when 0 then 'row' when 1 then 'part' when 2 then 'ingredient' else 'total' end as level, farm_id, part_id, ingredient_id`
    : sql`'total' as level, null::bigint as farm_id, null::bigint as part_id, null::bigint as ingredient_id`;
  const parts = sql.raw(part === 'group' ? 'animal_group' : 'period');
  const order = sql.raw(part === 'group' ? 'n.name, t.ingredient_id, p.name nulls last' : 'p.start_time nulls last, p.name');
  const { rows } = await sql<ShareRow>`
    with ${shares(scope, part)}, summed as (
      select ${keys}, ${sql.raw(ADDED.map((name) => `sum(${name}) as ${name}`).join(', '))} from share group by grouping sets (${sets})
    ), parted as (
      select t.*, ${sql.raw(percentOf('t.given', `sum(t.given) over (partition by t.level, ${SHARED[part]})`))} as exact_share from summed t
    )
    select ${sql.raw(`${selected(namedBy(part))}, ${shown(FIGURES)}`)}
    from parted t
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join ${parts} p on p.client_id = ${client} and p.id = t.part_id
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    order by ${order}, f.name, t.farm_id, t.part_id, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

const TOTALS = namesOf(FIGURES);
const byFigure =
  <K extends 'cost' | 'given'>(key: K) =>
  (a: { [Key in K]: Cell }, b: { [Key in K]: Cell }) =>
    Number(b[key]) - Number(a[key]);

/** `name`: what the part and its id are called in the report. */
const serverBy = <N extends object>(part: Part, rowKeys: RowKeys, name: (part: Cell, id: Cell) => N) => ({
  rowKeys,
  async make(scope: ReportScope) {
    const [rows, before] = await Promise.all([query(scope, part, true), previously(scope, (range) => query(range, part, false))]);
    const [total] = atLevel(rows, 'total');
    const several = scope.farms.length > 1;
    return {
      rows: atLevel(rows, 'row').map(({ part, part_id, ...row }) => ({ ...name(part, part_id), ...row })),
      totals: { ...pick(total, TOTALS), share: total?.given === null ? null : 100 },
      tiles: pick(total, TOTALS),
      previous: before && pick(before[0], TOTALS),
      series: {
        by_part: atLevel(rows, 'part')
          .map((row) => ({
            // Groups and periods of different farms may share a name.
            ...name(several && row.part ? `${row.part} · ${row.farm}` : row.part, row.part_id),
            ...pick(row, ['given', 'cost']),
          }))
          .sort(byFigure('cost')),
        by_ingredient: atLevel(rows, 'ingredient')
          .map((row) => pick(row, ['ingredient', 'ingredient_id', 'given', 'cost']))
          .sort(byFigure('given')),
      },
    };
  },
});

export const ingredientsByGroupServer: ReportServer<typeof ingredientsByGroup> = serverBy(
  'group',
  ['farm_id', 'ingredient_id', 'group_id'],
  (group, group_id) => ({ group, group_id }),
);
export const fedByIngredientServer: ReportServer<typeof fedByIngredient> = serverBy(
  'period',
  ['farm_id', 'period_id', 'ingredient_id'],
  (period, period_id) => ({ period, period_id }),
);
