import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { Bar, CartesianGrid, ComposedChart, LabelList, Text, XAxis, YAxis } from 'recharts';
import { cellText } from '#common/files/input.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import classes from './chart.module.css';
import { coloursOf, isPlan } from './colours.ts';
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

/** The height of a report's drawing, which a whole number of lines fills. */
export const STRIP = 120;
/** So many names are seen at once there, by the bars that each has. */
const SEEN = [5, 4, 3];
/** So many have names of two lines, and so many stand under an axis. */
const SEEN_LONG = 4;
const SEEN_UNDER_AXIS = 3;
const AXIS = 30;

/** What lies sideways in its place: so high as its names need, of which whole ones are seen; then one scrolls. */
export const Sideways = ({ line, head = 0, children }: { line: number; head?: number; children: ReactNode }) => (
  <div className={classes.lines} style={{ '--line-height': `${line}px`, '--head': `${head}px` } as CSSProperties}>
    {children}
  </div>
);
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
      fontSize={Math.min(12, Number(height) + 1)}
      fill="var(--mantine-color-text)"
      // A line that crosses it ends around it.
      stroke="var(--mantine-color-body)"
      strokeWidth={4}
      paintOrder="stroke"
    >
      {value}
    </text>
  );
}

const LABEL_CHARACTER = 7;
/** Beside the bars, for the longest of their values. */
export const labelRoom = (labels: readonly string[]) => 12 + LABEL_CHARACTER * Math.max(...labels.map(({ length }) => length));

const labelOf = (column: TextColumn, format: Formatter) => (row: Row) => cellText(format, column, row[column.key]);

/** By the row: bars of no length are left out, so that numbers of labels aren't numbers of rows. */
export const barLabels = (column: TextColumn, format: Formatter) => <LabelList dataKey={labelOf(column, format)} content={BarLabel} />;

export function bars({ type, y }: Pick<TextSeries, 'type' | 'y'>, format: Formatter, sideways: boolean) {
  const colours = coloursOf(y);
  return y.map((column, index) => {
    const common = { dataKey: drawn(column, format), name: column.header, isAnimationActive: false } as const;
    const colour = colours[index]!;
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
            {sideways && barLabels(column, format)}
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
  // Bars that lie beside names say their values themselves.
  const labels = sideways && type === 'bar' ? rows.flatMap((row) => y.map((column) => labelOf(column, format)(row))) : null;
  // Where no round numbers stand at an axis, bars have all of the room: from zero on, also where all of them are nothing.
  const fromZero = ([least, most]: readonly [number, number]): [number, number] => [
    Math.min(0, least),
    Math.max(1e-9, most, series.limit ?? 0),
  ];
  const values = {
    type: 'number',
    tick: TICK,
    tickLine: false,
    axisLine: false,
    tickFormatter: (cell: number) => format.compact('ratio', cell),
    ...(labels && { interval: 0, domain: fromZero }),
  } as const;
  // Bars to both sides stand on a line at zero.
  const zero = labels !== null && rows.some((row) => y.some(({ key }) => Number(row[key]) < 0));
  const scale = isScale(x);
  const names = {
    dataKey: x.kind === 'datetime' ? (row: Row) => Date.parse(String(row[x.key])) : scale ? drawn(x, format) : x.key,
    tick: sideways ? NameBeside : TICK,
    tickLine: false,
    axisLine: !zero && { stroke: 'var(--line)' },
    tickFormatter: (cell: string | number) => (sideways ? axisText(format, x, cell) : shorten(axisText(format, x, cell))),
    ...(scale ? { type: 'number' as const, domain: ['dataMin', 'dataMax'] as const } : { type: 'category' as const }),
  };
  const isLong = sideways && rows.some((row) => axisText(format, x, row[x.key]).length > LINE_CHARACTERS);
  const seen = labels ? Math.min(SEEN[y.length - 1] ?? 2, isLong ? SEEN_LONG : STRIP) : SEEN_UNDER_AXIS;
  const head = labels ? 0 : AXIS;
  const line = (STRIP - head) / seen;
  const chart = (
    <ComposedChart
      responsive
      style={{
        width: '100%',
        height: '100%',
        minHeight: sideways ? head + rows.length * line : 0,
        cursor: onPoint ? 'pointer' : undefined,
      }}
      data={rows as Row[]}
      layout={sideways ? 'vertical' : 'horizontal'}
      margin={{ top: sideways ? 0 : 8, right: labels ? labelRoom(labels) : 16, left: 0, bottom: 0 }}
      {...(type === 'bullet' ? { barGap: -14 } : { barGap: 2, barCategoryGap: sideways && y.length > 1 ? '12%' : '24%' })}
      onClick={({ activeTooltipIndex }) => {
        const row = rows[Number(activeTooltipIndex)];
        if (row && activeTooltipIndex !== null && activeTooltipIndex !== undefined) onPoint?.(row);
      }}
    >
      <CartesianGrid
        vertical={sideways && (!labels || zero)}
        {...(zero && { verticalValues: [0] })}
        horizontal={!sideways}
        stroke="var(--line)"
      />
      {sideways ? (
        <XAxis {...values} orientation="top" height={AXIS} hide={labels !== null} />
      ) : (
        <XAxis {...names} minTickGap={16} interval="equidistantPreserveStart" />
      )}
      {sideways ? <YAxis {...names} width={140} interval={0} /> : <YAxis {...values} width="auto" />}
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
      {marks ?? bars(series, format, sideways)}
    </ComposedChart>
  );
  return sideways ? (
    <Sideways line={line} head={head}>
      {chart}
    </Sideways>
  ) : (
    chart
  );
}
