import { sql } from 'kysely';
import type { Row } from '../../contract/reports/shape.ts';
import { shown } from './formulas.ts';
import { atLevel, type Made, pick, type ReportServer } from './report.ts';
import { previousOf, type ReportScope } from './scope.ts';
import { MOVE_FIGURES, MOVE_SUMS, stockMoves } from './stock-moves.ts';

type LevelRow = Row & { level: string };

/** One scan of the ledger for rows, totals and chart. `whole`: every grouping, else the total alone. */
async function query(scope: ReportScope, whole: boolean): Promise<LevelRow[]> {
  const { client } = scope;
  const groupings = whole
    ? sql`case grouping(ingredient_id, day) when 1 then 'row' when 2 then 'day' else 'total' end as level, ingredient_id, day`
    : sql`'total' as level, null::integer as ingredient_id, null::date as day`;
  const { rows } = await sql<LevelRow>`
    with ${stockMoves(scope)}, summed as (
      select ${groupings}, coalesce(sum(moves) filter (where day is not null), 0) as moves, ${sql.raw(MOVE_SUMS)}
      from move ${whole ? sql`group by grouping sets ((ingredient_id), (day), ())` : sql``}
    )
    select t.level, t.day, n.farm_id, f.name as farm, n.stock_id, k.name as stock, t.ingredient_id, n.name as ingredient, ${sql.raw(shown(MOVE_FIGURES))}
    from summed t
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    left join farm f on f.client_id = ${client} and f.id = n.farm_id
    left join stock k on k.client_id = ${client} and k.id = n.stock_id
    -- Days before the first are one group without a day; an ingredient that neither lay nor moved is no row.
    where case t.level when 'day' then t.day is not null when 'row' then t.moves > 0 or t.opening <> 0 or t.opening_value <> 0 else t.moves > 0 or t.opening <> 0 end
    order by t.day, k.name, k.id, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

const TOTALS = Object.keys(MOVE_FIGURES);

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
