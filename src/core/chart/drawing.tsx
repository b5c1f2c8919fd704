import { type ReactNode, Suspense } from 'react';
import { Bar, CartesianGrid, ComposedChart, LabelList, Text, XAxis, YAxis } from 'recharts';
import { cellText } from '#common/files/input.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { colourOf, isPlan } from './colours.ts';
import type { FittedSeries } from './fit-series.ts';
import { axisText, drawn, isScale, type TextSeries } from './series-text.ts';

export interface DrawingProps {
  series: FittedSeries;
  format: Formatter;
  deviation: string;
  onPoint?: (row: Row) => void;
  /** Somebody points at the chart: from now on its points say what they are. */
  pointed: boolean;
  /** Other marks than bars. */
  marks?: ReactNode;
}

const LimitLine = lazyPart(async () => (await import('./limit-line.tsx')).LimitLine);
const Flags = lazyPart(async () => (await import('./flags.tsx')).Flags);
const ChartTip = lazyPart(async () => (await import('./chart-tip.tsx')).ChartTip);

const LINE_HEIGHT = 26;
/** The place's height, or what the bars need; then one scrolls. */
export const heightOf = (needed: number) => ({ height: '100%', minHeight: needed });
export const TICK = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' };
/** So many characters find room on a line under the drawing. */
const LINE_CHARACTERS = 18;
const shorten = (text: string, room = LINE_CHARACTERS) => (text.length > room ? `${text.slice(0, room - 1)}…` : text);

interface NameProps {
  x?: number | string;
  y?: number | string;
  width?: number | string;
  payload?: { value: string };
  tickFormatter?: ((value: string, index: number) => string) | undefined;
}

/** A name beside its bar: two lines of it, as wide as they are drawn. */
export const NameBeside = ({ x = 0, y = 0, width = 0, payload, tickFormatter }: NameProps) => (
  // Lines break by what the style says, which has to be a length: of a bare number they break as those of the page's larger text.
  <Text {...TICK} style={{ fontSize: '12px' }} x={x} y={y} width={Number(width) - 8} textAnchor="end" verticalAnchor="middle" maxLines={2}>
    {tickFormatter?.(payload?.value ?? '', 0) ?? payload?.value}
  </Text>
);

interface TickShape {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}

/** The plan of a bullet: a mark that the fact's bar should reach. */
const PlanMark = ({ x = 0, y = 0, width = 0, height = 0 }: TickShape) => (
  <rect x={x + width - 1.5} y={y - 3} width={3} height={height + 6} fill="var(--plan)" rx={1} />
);

interface BarLabelProps {
  x?: number | string | undefined;
  y?: number | string | undefined;
  width?: number | string | undefined;
  height?: number | string | undefined;
  value?: unknown;
}

/** Right of the bar, or of zero where the bar lies left of it: there the names stand. */
export function BarLabel({ x, y, width, height, value }: BarLabelProps) {
  if (typeof value !== 'string') return null;
  return (
    <text
      x={Math.max(Number(x), Number(x) + Number(width)) + 5}
      y={Number(y) + Number(height) / 2}
      dominantBaseline="central"
      fontSize={12}
      fill="var(--mantine-color-text)"
    >
      {value}
    </text>
  );
}

const LABEL_CHARACTER = 7;
/** Beside the bars, for the longest of their values. */
export const labelRoom = (labels: readonly string[]) => 12 + LABEL_CHARACTER * Math.max(...labels.map(({ length }) => length));

export function bars({ type, y }: Pick<TextSeries, 'type' | 'y'>, format: Formatter, sideways: boolean, labelOf?: (row: Row) => string) {
  return y.map((column, index) => {
    const common = { dataKey: drawn(column, format), name: column.header, isAnimationActive: false } as const;
    const colour = colourOf(column, index);
    switch (type) {
      case 'stacked':
        return <Bar key={column.key} {...common} stackId="stack" fill={colour} maxBarSize={40} />;
      case 'bullet':
        return isPlan(column) ? (
          <Bar key={column.key} {...common} barSize={14} shape={PlanMark} />
        ) : (
          <Bar key={column.key} {...common} barSize={14} fill={colour} radius={3} />
        );
      default:
        return (
          <Bar key={column.key} {...common} fill={colour} radius={sideways ? [0, 3, 3, 0] : [3, 3, 0, 0]} maxBarSize={28}>
            {/* By the row: bars of no length are left out, so that numbers of labels aren't numbers of rows. */}
            {labelOf && <LabelList dataKey={labelOf} content={BarLabel} />}
          </Bar>
        );
    }
  });
}

export const liesSideways = ({ x, type }: Pick<TextSeries, 'x' | 'type'>): boolean =>
  x.kind === 'text' && (type === 'bar' || type === 'bullet' || type === 'stacked');

/** One series drawn by its type. Names lie along the side, where they can be read; days and scales along the bottom. */
export function Drawing(props: DrawingProps) {
  const { series, format, deviation, onPoint, pointed, marks } = props;
  const { x, y, rows, type } = series;
  const sideways = liesSideways(series);
  // One bar a name says its value itself.
  const [only] = y;
  const labelOf = sideways && type === 'bar' && y.length === 1 && only ? (row: Row) => cellText(format, only, row[only.key]) : undefined;
  const labels = labelOf ? rows.map(labelOf) : null;
  const values = {
    type: 'number',
    tick: TICK,
    tickLine: false,
    axisLine: false,
    tickFormatter: (cell: number) => format.compact('ratio', cell),
  } as const;
  const scale = isScale(x);
  const names = {
    dataKey: x.kind === 'datetime' ? (row: Row) => Date.parse(String(row[x.key])) : scale ? drawn(x, format) : x.key,
    tick: sideways ? NameBeside : TICK,
    tickLine: false,
    axisLine: { stroke: 'var(--line)' },
    tickFormatter: (cell: string | number) => (sideways ? axisText(format, x, cell) : shorten(axisText(format, x, cell))),
    ...(scale ? { type: 'number' as const, domain: ['dataMin', 'dataMax'] as const } : { type: 'category' as const }),
  };
  const height = sideways ? rows.length * LINE_HEIGHT * (type === 'bar' ? Math.max(1, y.length * 0.6) : 1) : 0;
  return (
    <ComposedChart
      responsive
      style={{ width: '100%', ...heightOf(height), cursor: onPoint ? 'pointer' : undefined }}
      data={rows as Row[]}
      layout={sideways ? 'vertical' : 'horizontal'}
      margin={{ top: 8, right: labels ? labelRoom(labels) : 16, left: 0, bottom: 0 }}
      {...(type === 'bullet' ? { barGap: -14 } : { barGap: 2, barCategoryGap: '24%' })}
      onClick={({ activeTooltipIndex }) => {
        const row = rows[Number(activeTooltipIndex)];
        if (row && activeTooltipIndex !== null && activeTooltipIndex !== undefined) onPoint?.(row);
      }}
    >
      <CartesianGrid vertical={sideways && !labels} horizontal={!sideways} stroke="var(--line)" />
      {sideways ? <XAxis {...values} hide={labels !== null} /> : <XAxis {...names} minTickGap={16} />}
      {sideways ? <YAxis {...names} width={132} interval={0} /> : <YAxis {...values} width="auto" />}
      {pointed && (
        <Suspense>
          <ChartTip series={series} format={format} deviation={deviation} />
        </Suspense>
      )}
      {series.limit !== undefined && (
        <Suspense>
          <LimitLine at={series.limit} />
        </Suspense>
      )}
      {series.remarks && x.kind === 'date' && (
        <Suspense>
          <Flags series={series} remarks={series.remarks} format={format} />
        </Suspense>
      )}
      {marks ?? bars(series, format, sideways, labelOf)}
    </ComposedChart>
  );
}
