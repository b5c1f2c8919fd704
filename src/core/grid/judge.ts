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
