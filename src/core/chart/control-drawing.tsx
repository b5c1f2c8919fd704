import { Suspense } from 'react';
import { CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts';
import { withUnit } from '#common/files/charts/series-text.ts';
import { CONTROL_LEVELS, controlChartOf } from '#common/files/control-chart.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import type { LevelProps } from './control-marks.tsx';
import { LevelText, OutMark } from './control-marks.tsx';
import type { DrawingProps } from './drawing.tsx';
import { TICK } from './drawing.tsx';

const ChartTip = lazyPart(async () => (await import('./chart-tip.tsx')).ChartTip);

const COLOURS = {
  ewma: 'var(--fact)',
  value: 'var(--straw)',
  target: 'var(--plan)',
  upper: 'var(--beyond)',
  lower: 'var(--beyond)',
} as const;

/** Height in px of the key above the drawing. */
const KEY_LINE = 30;

/** Max points with dots. More would be too close. */
const MAX_DOTS = 120;

/** A measure as dots, its moving average as a line, and target and limits. */
export function ControlDrawing({ series, format, deviation, onPoint, pointed }: DrawingProps) {
  const { y, rows } = series;
  const chart = controlChartOf(series, format);
  const points = chart.points.map((point, at) => ({ ...point, at }));
  const common = { type: 'linear', isAnimationActive: false, dot: false, activeDot: false, connectNulls: true } as const;
  // Target and limits have labels on their lines; these two have the first two colours of any chart.
  const inTip = y.filter(({ key }, at) => at === 0 || key === 'ewma').reverse();
  const average = y.find(({ key }) => key === 'ewma');
  const averageText = (at: number) => (average ? `${average.header} ${withUnit(format, average, rows[at]?.ewma)}` : '');
  const measured = { fill: COLOURS.value, stroke: 'none' };
  return (
    <ComposedChart
      responsive
      style={{ width: '100%', height: '100%', cursor: onPoint ? 'pointer' : undefined }}
      data={points}
      margin={{ top: KEY_LINE, right: 16, left: 0, bottom: 0 }}
      onClick={({ activeTooltipIndex }) => {
        const row = rows[Number(activeTooltipIndex)];
        if (row && activeTooltipIndex !== null && activeTooltipIndex !== undefined) onPoint?.(row);
      }}
    >
      <text x={8} y={12} fontSize={12} fill="var(--mantine-color-dimmed)">
        <tspan fill={COLOURS.value}>●</tspan> {chart.names.value}
        <tspan dx={12} fontWeight={700} fill={COLOURS.ewma}>
          ━
        </tspan>{' '}
        {chart.names.ewma}
      </text>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="at"
        tick={TICK}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        // A day with several points is named once.
        ticks={points.filter(({ name, at }) => name !== points[at - 1]?.name).map(({ at }) => at)}
        tickFormatter={(at: number) => points[at]?.name ?? ''}
        minTickGap={24}
      />
      <YAxis
        type="number"
        width="auto"
        tick={TICK}
        tickLine={false}
        axisLine={false}
        domain={['auto', 'auto']}
        tickFormatter={(cell: number) => format.compact('ratio', cell)}
      />
      {pointed && (
        <Suspense>
          <ChartTip
            series={{ ...series, type: 'line', y: inTip }}
            rowOf={({ at }) => rows[Number(at)]!}
            format={format}
            deviation={deviation}
          />
        </Suspense>
      )}
      {CONTROL_LEVELS.map((key) => (
        <Line
          key={key}
          {...common}
          type="stepAfter"
          dataKey={key}
          stroke={COLOURS[key]}
          strokeWidth={1.5}
          strokeDasharray={key === 'target' ? undefined : '5 4'}
        />
      ))}
      <Line {...common} dataKey="value" stroke="none" dot={points.length > MAX_DOTS ? { ...measured, r: 1.5 } : { ...measured, r: 2.5 }} />
      <Line
        {...common}
        dataKey="ewma"
        stroke={COLOURS.ewma}
        strokeWidth={2.5}
        dot={({ key, ...point }) => <OutMark key={key} {...point} text={averageText(point.index)} />}
      />
      {chart.levels.map(({ key, at, text }) => (
        <ReferenceLine key={key} y={at} stroke="none" label={({ viewBox }: LevelProps) => <LevelText viewBox={viewBox} text={text} />} />
      ))}
    </ComposedChart>
  );
}
