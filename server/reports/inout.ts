import { sql } from 'kysely';
import { STOCK_MOVES, type StockMove } from '../../contract/reports/inout.ts';
import type { Row } from '../../contract/reports/shape.ts';
import { shown } from './formulas.ts';
import { atLevel, type Made, pick, type ReportServer } from './report.ts';
import { previousOf, type ReportScope } from './scope.ts';
import { MOVE_FIGURES, MOVE_SUMS, stockMoves, sumOf } from './stock-moves.ts';

type LevelRow = Row & { level: string };

const TOTALS = Object.keys(MOVE_FIGURES);
const SUMMED = ['', '_value'].flatMap((suffix) => ['opening', ...STOCK_MOVES, 'closing'].map((name) => name + suffix));
/** What the chart tells of a day; the other sums would cost more than all else. */
const OF_DAY = new Set(['received', 'fed']);
const inTotal = SUMMED.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ');
const ofDay = SUMMED.map((name) => (OF_DAY.has(name) ? sumOf('kg', name as StockMove) : 'null')).join(', ');

/** One reading of the stock by day for rows, totals and chart. `whole`: every grouping, else the total alone. */
async function query(scope: ReportScope, whole: boolean): Promise<LevelRow[]> {
  const { client } = scope;
  const more = sql`
    select 'row' as level, i.* from by_ingredient i
    union all
    select 'day', null, day, sum(moves), ${sql.raw(ofDay)} from move where day is not null group by day
    union all`;
  const { rows } = await sql<LevelRow>`
    with ${stockMoves(scope)}, by_ingredient as materialized (
      select ingredient_id, null::date as day, coalesce(sum(moves) filter (where day is not null), 0) as moves, ${sql.raw(MOVE_SUMS)}
      from move group by ingredient_id
    ), summed as (
      ${whole ? more : sql``}
      select 'total' as level, null::integer as ingredient_id, null::date as day, sum(moves) as moves, ${sql.raw(inTotal)}
      from by_ingredient
    )
    select t.level, t.day, n.farm_id, f.name as farm, n.stock_id, k.name as stock, t.ingredient_id, n.name as ingredient, ${sql.raw(shown(MOVE_FIGURES))}
    from summed t
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    left join farm f on f.client_id = ${client} and f.id = n.farm_id
    left join stock k on k.client_id = ${client} and k.id = n.stock_id
    -- An ingredient that neither lay nor moved is no row.
    where case t.level when 'day' then true when 'row' then t.moves > 0 or t.opening <> 0 or t.opening_value <> 0 else t.moves > 0 or t.opening <> 0 end
    order by t.day, k.name, k.id, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

async function make(scope: ReportScope): Promise<Made> {
  const [rows, before] = await Promise.all([query(scope, true), query(previousOf(scope), false)]);
  const [total] = atLevel(rows, 'total');
  const ingredients = atLevel(rows, 'row').map(({ day: _, ...row }) => ({ ...row, beyond: row.check !== 0 || row.check_value !== 0 }));
  return {
    rows: ingredients,
    totals: pick(total, TOTALS),
    tiles: pick(total, TOTALS),
    previous: pick(before[0], TOTALS),
    series: {
      by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', 'received', 'fed'])),
      by_ingredient: ingredients
        .map((row) => pick(row, ['ingredient', 'ingredient_id', 'closing', 'closing_value']))
        .filter((row) => row.closing_value !== 0)
        .sort((a, b) => Number(b.closing_value) - Number(a.closing_value)),
    },
  };
}

export const inoutServer: ReportServer = { make };
