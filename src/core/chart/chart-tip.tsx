import { Tooltip } from 'recharts';
import type { TextSeries } from '#common/files/charts/series-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { PointTip } from './point-tip.tsx';

interface ChartTipProps {
  series: TextSeries;
  format: Formatter;
  deviation: string;
  /** The series' row behind a drawn point; by default the point itself. */
  rowOf?: (drawn: Record<string, unknown>) => Row;
}

interface BandProps {
  /** Number of bars, or groups of bars, side by side. */
  count: number;
  /** From the chart: the middle line of a bar's place, and the size of all. */
  points?: readonly { x: number; y: number }[];
  width?: number;
  height?: number;
}

/** A band behind the bars of the tooltip, as wide as their category; the chart only passes a line. */
function Band({ count, points, width = 0, height = 0 }: BandProps) {
  const [from, to] = points ?? [];
  if (!from || !to) return null;
  const upright = from.x === to.x;
  const [wide, high] = upright ? [width / count, height] : [width, height / count];
  return (
    <rect
      x={upright ? from.x - wide / 2 : from.x}
      y={upright ? from.y : from.y - high / 2}
      width={wide}
      height={high}
      fill="var(--line)"
      opacity={0.4}
      pointerEvents="none"
    />
  );
}

/** The content of the point under the pointer or the keyboard's focus. */
export function ChartTip({ series, format, deviation, rowOf }: ChartTipProps) {
  const lined = series.type === 'line' || series.type === 'area';
  return (
    <Tooltip
      isAnimationActive={false}
      cursor={lined ? { stroke: 'var(--mantine-color-dimmed)' } : <Band count={series.rows.length} />}
      content={({ payload }) => {
        const drawn = payload?.[0]?.payload;
        return drawn && <PointTip series={series} row={rowOf ? rowOf(drawn) : drawn} format={format} deviation={deviation} />;
      }}
    />
  );
}
