import { Rectangle, Tooltip } from 'recharts';
import type { Row } from '../../../contract/reports/shape.ts';
import type { Formatter } from '../format/formatter.ts';
import { PointTip } from './point-tip.tsx';
import type { TextSeries } from './series-text.ts';

interface ChartTipProps {
  series: TextSeries;
  format: Formatter;
  deviation: string;
  /** The series' row behind what is drawn; the drawn itself when not given. */
  rowOf?: (drawn: Record<string, unknown>) => Row;
}

/** What the point under the pointer, or under the keyboard's focus, stands for. */
export function ChartTip({ series, format, deviation, rowOf }: ChartTipProps) {
  const lined = series.type === 'line' || series.type === 'area';
  return (
    <Tooltip
      isAnimationActive={false}
      cursor={lined ? { stroke: 'var(--mantine-color-dimmed)' } : <Rectangle fill="var(--line)" opacity={0.4} />}
      content={({ payload }) => {
        const drawn = payload?.[0]?.payload;
        return drawn && <PointTip series={series} row={rowOf ? rowOf(drawn) : drawn} format={format} deviation={deviation} />;
      }}
    />
  );
}
