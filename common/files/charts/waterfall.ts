import { clean } from '#common/format/decimal.ts';
import type { Row } from '#contract/reports/shape.ts';

export interface Step {
  row: Row;
  range: [from: number, to: number];
  /** True for a sum, false for a change. */
  standing: boolean;
}

/** Bars of a waterfall: a row with `standing` starts at zero, every other one at the end of the previous one. */
export function waterfallSteps(rows: readonly Row[], key: string): Step[] {
  let level = 0;
  return rows.map((row) => {
    const value = Number(row[key]) || 0;
    const standing = row.standing === true;
    const from = standing ? 0 : level;
    level = standing ? value : clean(level + value);
    return { row, range: [from, level], standing: standing };
  });
}

/** The axis starts just below the bars if changes are small compared with sums, because they would be invisible from zero. */
export function waterfallDomain(steps: readonly Step[]): [number, number] {
  const levels = steps.flatMap(({ range: [from, to], standing }) => (standing ? [to] : [from, to]));
  const low = Math.min(...levels);
  const high = Math.max(...levels, 0);
  const spread = high - low;
  const small = low > 0 && spread < high * 0.4;
  return [small ? Math.max(0, low - spread * 0.6) : Math.min(0, low), high + spread * 0.12];
}
