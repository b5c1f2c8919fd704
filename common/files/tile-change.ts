import { minus } from '#common/format/decimal.ts';
import type { Tile } from '#contract/reports/shape.ts';

export interface TileChange {
  size: number;
  /**
   * Percent of the value; percentage points if the value is a percentage; the value's own unit if it is around zero, where percent makes no
   * sense.
   */
  unit: 'percent' | 'points' | 'value';
  judged: 'good' | 'bad' | 'neutral';
}

/** The smallest change that one decimal shows, because changes are rounded. */
const SHOWN = 0.05;

/** How much nearer to zero the value is. About the same distance on the other side of zero is neither better nor worse. */
function nearer(before: number, after: number): number {
  const [far, near] = [Math.abs(before), Math.abs(after)];
  const gain = minus(far, near);
  return before * after < 0 && Math.abs(gain) < Math.min(far, near) ? 0 : gain;
}

/** The change of a tile's figure against the period before; null if there is nothing to compare with. */
export function tileChange({ kind, value, previous, good }: Tile): TileChange | null {
  if (value === null || previous === null || previous === undefined) return null;
  const unit = kind === 'percent' ? 'points' : good === 'zero' ? 'value' : 'percent';
  if (unit === 'percent' && previous === 0) return null;
  const change = minus(value, previous);
  const exact = unit === 'percent' ? (change / Math.abs(previous)) * 100 : change;
  // A change that is shown as 0 is no change.
  const size = unit !== 'value' && Math.abs(exact) < SHOWN ? 0 : exact;
  const better = { up: change, down: -change, zero: nearer(previous, value) };
  const gain = good && size !== 0 ? better[good] : 0;
  return { size, unit, judged: gain > 0 ? 'good' : gain < 0 ? 'bad' : 'neutral' };
}
