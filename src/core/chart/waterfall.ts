import type { Row } from '../../../contract/reports/shape.ts';
import { clean } from '../format/decimal.ts';

export interface Step {
  row: Row;
  range: [from: number, to: number];
  /** A standing sum rather than a change. */
  standing: boolean;
}

/** Bars of a waterfall: a row with `standing` is measured from zero, every other one goes on from where the last ended. */
export function waterfallSteps(rows: readonly Row[], key: string): Step[] {
  let level = 0;
  return rows.map((row) => {
    const value = Number(row[key]) || 0;
    const standing = row.standing === true;
    const from = standing ? 0 : level;
    level = standing ? value : clean(level + value);
    return { row, range: [from, level], standing };
  });
}
