import type { Row } from '../../../contract/reports/shape.ts';

export type Judgement = 'within' | 'under' | 'over' | 'beyond-under' | 'beyond-over';

/** Beyond twice the bullseye's 2 % a deviation counts as out of tolerance where the mixer names no admittance. */
const BULLSEYE = 2;
const BEYOND = 5;

/**
 * How a deviation stands to its tolerance. The row says it (`beyond`: the server knows the mixer's admittance);
 * where it doesn't, the percentage `percentKey` decides.
 */
export function judge(row: Row, key: string, percentKey: string | undefined): Judgement | null {
  const value = row[key];
  if (typeof value !== 'number') return null;
  const percent = percentKey === undefined ? undefined : row[percentKey];
  const size = typeof percent === 'number' ? Math.abs(percent) : 0;
  const beyond = typeof row.beyond === 'boolean' ? row.beyond : size > BEYOND;
  if (beyond && value !== 0) return value < 0 ? 'beyond-under' : 'beyond-over';
  if (size < BULLSEYE || value === 0) return 'within';
  return value < 0 ? 'under' : 'over';
}
