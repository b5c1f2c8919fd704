import type { Tile } from '../../../contract/reports/shape.ts';

export interface TileChange {
  /** Of the value, in percent; in percentage points where the value is a percentage itself. */
  size: number;
  points: boolean;
  judged: 'good' | 'bad' | 'neutral';
}

/** How a headline figure changed against the period before; null where there is nothing to compare with. */
export function tileChange({ kind, value, previous, good }: Tile): TileChange | null {
  if (value === null || previous === null || previous === undefined) return null;
  const points = kind === 'percent';
  if (!points && previous === 0) return null;
  const size = points ? value - previous : ((value - previous) / Math.abs(previous)) * 100;
  const better = { up: value - previous, down: previous - value, zero: Math.abs(previous) - Math.abs(value) };
  const gain = good ? better[good] : 0;
  return { size, points, judged: gain > 0 ? 'good' : gain < 0 ? 'bad' : 'neutral' };
}
