import { Suspense } from 'react';
import { CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts';
import { CONTROL_LEVELS, controlChartOf } from '#common/files/control-chart.ts';
import type { ControlPoint } from '#common/files/drawn-charts.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { type DrawingProps, heightOf, TICK } from './drawing.tsx';
import { withUnit } from './series-text.ts';

const ChartTip = lazyPart(async () => (await import('./chart-tip.tsx')).ChartTip);

const COLOURS = {
  ewma: 'var(--fact)',
  value: 'var(--straw)',
  target: 'var(--plan)',
  upper: 'var(--beyond)',
  lower: 'var(--beyond)',
} as const;
/** Of the drawing, above what is drawn: the line that says which mark is what. */
const KEY_LINE = 30;
/** More points than these stand too close for a dot each. */
const MOST_DOTS = 120;

interface PointProps {
  cx?: number | undefined;
  cy?: number | undefined;
  payload?: ControlPoint | undefined;
  text: string;
}

/** An average outside of its limits points to the side that it left them on: it is inTip by its shape, and by its words when one points at it. */
function OutMark({ cx, cy, payload, text }: PointProps) {
  if (!payload?.out || cx === undefined || cy === undefined) return null;
  const up = payload.out > 0 ? 1 : -1;
  return (
    <path d={`M${cx - 5} ${cy + 4 * up}h10l-5 ${-9 * up}z`} fill="var(--beyond)" stroke="var(--surface)" data-out={payload.out}>
      <title>{`${payload.name}: ${text}`}</title>
    </path>
  );
}

interface LevelProps {
  viewBox?: { x?: number; y?: number; width?: number };
}

/** On its line, at the end that is newest; what is drawn beneath it stays legible. */
const LevelText = ({ viewBox: { x = 0, y = 0, width = 0 } = {}, text }: LevelProps & { text: string }) => (
  <text
    x={x + width - 2}
    y={y - 4}
    textAnchor="end"
    fontSize={11}
    fill="var(--mantine-color-text)"
    stroke="var(--surface)"
    strokeWidth={3}
    paintOrder="stroke"
  >
    {text}
  </text>
);

/** A measure as dots, its moving average as a line, and the target and the limits that it should stay within. */
export function ControlDrawing({ series, format, deviation, onPoint, pointed }: DrawingProps) {
  const { y, rows } = series;
  const chart = controlChartOf(series, format);
  const points = chart.points.map((point, at) => ({ ...point, at }));
  const common = { type: 'linear', isAnimationActive: false, dot: false, activeDot: false, connectNulls: true } as const;
  // What stands on lines of its own is named there; these two have the colours of any other chart's first two.
  const inTip = y.filter(({ key }, at) => at === 0 || key === 'ewma').reverse();
  const average = y.find(({ key }) => key === 'ewma');
  const averageText = (at: number) => (average ? `${average.header} ${withUnit(format, average, rows[at]?.ewma)}` : '');
  const measured = { fill: COLOURS.value, stroke: 'none' };
  return (
    <ComposedChart
      responsive
      style={{ width: '100%', ...heightOf(0), cursor: onPoint ? 'pointer' : undefined }}
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
        // A day of several points is named once.
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
      <Line {...common} dataKey="value" stroke="none" dot={points.length > MOST_DOTS ? { ...measured, r: 1.5 } : { ...measured, r: 2.5 }} />
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
