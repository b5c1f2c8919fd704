import type { TextColumn } from '#common/files/text-column.ts';
import type { Row } from '#contract/reports/shape.ts';

export type Judgement = 'within' | 'under' | 'over' | 'beyond-under' | 'beyond-over';

/** In percent: a deviation under this hits the mark; one over the other counts as out of tolerance where the row says nothing of a tolerance. */
const BULLSEYE = 2;
const BEYOND = 5;

/**
 * How a deviation stands to its tolerance. The row says it (`beyond`: the server knows the mixer's admittance; null where none is set, so that
 * nothing is beyond it); where it says nothing, the percentage `percentKey` decides.
 */
export function judge(row: Row, key: string, percentKey: string | undefined): Judgement | null {
  const value = row[key];
  if (typeof value !== 'number') return null;
  const percent = percentKey === undefined ? undefined : row[percentKey];
  const size = typeof percent === 'number' ? Math.abs(percent) : 0;
  const beyond = row.beyond === undefined ? size > BEYOND : row.beyond === true;
  if (beyond && value !== 0) return value < 0 ? 'beyond-under' : 'beyond-over';
  if (size < BULLSEYE || value === 0) return 'within';
  return value < 0 ? 'under' : 'over';
}

export const JUDGED = ['under', 'over', 'beyond-under', 'beyond-over'] as const;
export type Mark = (typeof JUDGED)[number] | 'noted';

/** What a cell is marked by: how it stands to its tolerance or to what it is compared with; in the first column, that somebody noted something of its row. */
export function markOf(column: TextColumn, columns: readonly TextColumn[], row: Row): Mark | null {
  const { key, compares, deviation } = column;
  if (compares) {
    const value = compares === 'base' ? 0 : Number(row[key]);
    return value < 0 ? 'under' : value > 0 ? 'over' : null;
  }
  if (deviation) {
    const judged = judge(row, key, columns.find((one) => one.deviation && one.kind === 'percent' && one.key.startsWith(key))?.key);
    return judged === 'within' ? null : judged;
  }
  // What somebody noted stands in the last column; that there is something, one sees at once.
  return column === columns[0] && row.remark ? 'noted' : null;
}

/** The marks that a column's cells may have. */
export const marksOf = (column: TextColumn, columns: readonly TextColumn[]): readonly Mark[] =>
  column.compares ? ['under', 'over'] : column.deviation ? JUDGED : column === columns[0] ? ['noted'] : [];
