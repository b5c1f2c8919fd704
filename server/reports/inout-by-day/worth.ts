import { sql } from 'kysely';
import { type CellsOf, shown } from '#server/reports/sql/formulas.ts';
import { MOVE_SUMS, stockMovesInAll } from '#server/reports/sql/moves.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { valuedStock } from '#server/reports/sql/stock-worth.ts';

export const WORTH = {
  opening_value: 'sum(opening_value)',
  moved_value: 'sum(booked - booked_before)',
  revaluation: 'sum(revaluation)',
  closing_value: 'sum(closing_value)',
} as const;

/** The value of each ingredient's stock before and after, and the values of its moves; null is the key of the total. */
export async function values(scope: ReportScope): Promise<Map<number | null, CellsOf<typeof WORTH>>> {
  const { rows } = await sql<CellsOf<typeof WORTH> & { ingredient_id: number | null }>`
    with ${stockMovesInAll(scope)}, by_ingredient as materialized (
      select ingredient_id, ${sql.raw(MOVE_SUMS)} from move group by ingredient_id
    ), ${valuedStock(scope, 'by_ingredient')}
    select ingredient_id, ${sql.raw(shown(WORTH))}
    from valued group by grouping sets ((ingredient_id), ())`.execute(scope.db);
  return new Map(rows.map(({ ingredient_id, ...row }) => [ingredient_id, row]));
}
