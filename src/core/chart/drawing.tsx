import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { Bar, CartesianGrid, Cell, ComposedChart, LabelList, Text, XAxis, YAxis } from 'recharts';
import { chooseColours, isPlan } from '#common/files/charts/colours.ts';
import type { FittedSeries } from '#common/files/charts/fit-series.ts';
import { liesSideways, signColour } from '#common/files/charts/marks.ts';
import { axisText, drawn, isScale, type TextSeries } from '#common/files/charts/series-text.ts';
import { cellText, isSigned } from '#common/files/input.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import classes from './chart.module.css';

export interface DrawingProps {
  series: FittedSeries;
  format: Formatter;
  deviation: string;
  onPoint?: (row: Row) => void;
  /** True once somebody points at the chart: its points then show tooltips. */
  pointed: boolean;
  /** Marks other than bars. */
  marks?: ReactNode;
  /** Chooses days below the drawing. */
  brush?: ReactNode;
}

const LimitLine = lazyPart(async () => (await import('./limit-line.tsx')).LimitLine);
const Flags = lazyPart(async () => (await import('./flags.tsx')).Flags);
const ChartTip = lazyPart(async () => (await import('./chart-tip.tsx')).ChartTip);

/** Height in px of a report's drawing, filled by a whole number of lines. */
export const STRIP = 120;
/** Number of visible names by the number of bars each has. */
const SEEN = [5, 4, 3];
/** Number of visible names of two lines, and of names above an axis. */
const SEEN_LONG = 4;
const SEEN_UNDER_AXIS = 3;
const AXIS = 30;

/** A sideways drawing at the height of its names, of which a whole number is visible; the rest scrolls. */
export const Sideways = ({ line, head = 0, children }: { line: number; head?: number; children: ReactNode }) => (
  <div className={classes.lines} style={{ '--line-height': `${line}px`, '--head': `${head}px` } as CSSProperties}>
    {children}
  </div>
);
export const TICK = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' };
/** Characters that fit on a line below the drawing. */
const LINE_CHARACTERS = 18;
const shorten = (text: string, room = LINE_CHARACTERS) => (text.length > room ? `${text.slice(0, room - 1)}…` : text);

interface NameProps {
  x?: number | string;
  y?: number | string;
  width?: number | string;
  payload?: { value: string };
  tickFormatter?: ((value: string, index: number) => string) | undefined;
}

/** A name next to its bar on two lines. */
export const NameBeside = ({ x = 0, y = 0, width = 0, payload, tickFormatter }: NameProps) => (
  // The style's font size must be a length: with a bare number lines break as in the page's larger text.
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

/** The plan of a bullet chart: a mark that the fact's bar should reach. */
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

/** To the right of the bar, or of zero if the bar is to the left, because names are there. */
export function BarLabel({ x, y, width, height, value }: BarLabelProps) {
  if (typeof value !== 'string') return null;
  return (
    <text
      x={Math.max(Number(x), Number(x) + Number(width)) + 5}
      y={Number(y) + Number(height) / 2}
      dominantBaseline="central"
      fontSize={Math.min(12, Number(height) + 1)}
      fill="var(--mantine-color-text)"
      // A line that crosses the label ends around it.
      stroke="var(--mantine-color-body)"
      strokeWidth={4}
      paintOrder="stroke"
    >
      {value}
    </text>
  );
}

const LABEL_CHARACTER = 7;
/** Space next to the bars for the longest value. */
export const labelRoom = (labels: readonly string[]) => 12 + LABEL_CHARACTER * Math.max(...labels.map(({ length }) => length));

const buildLabel = (column: TextColumn, format: Formatter) => (row: Row) => cellText(format, column, row[column.key]);

/** By the row, because bars without length are skipped and label numbers aren't row numbers. */
export const barLabels = (column: TextColumn, format: Formatter) => <LabelList dataKey={buildLabel(column, format)} content={BarLabel} />;

export function bars({ type, x, y, rows }: Pick<TextSeries, 'type' | 'x' | 'y' | 'rows'>, format: Formatter, sideways: boolean) {
  const colours = chooseColours(y);
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
            {isSigned(column) &&
              !column.compares &&
              rows.map((row) => <Cell key={`${row[x.key]} ${row[column.key]}`} fill={`var(--${signColour(row[column.key])})`} />)}
            {sideways && barLabels(column, format)}
          </Bar>
        );
    }
  });
}

/** Without an axis, bars use the whole space from zero, also if all values are 0. */
const fromZero =
  (limit = 0) =>
  ([least, most]: readonly [number, number]): [number, number] => [Math.min(0, least), Math.max(1e-9, most, limit)];

/** Places of a series in its drawing: sideways or upright, with values at its bars or at an axis. */
function layOut({ x, y, rows, type }: FittedSeries, format: Formatter) {
  const sideways = liesSideways({ x, type });
  // Bars next to names show their values themselves.
  const labels = sideways && type === 'bar' ? rows.flatMap((row) => y.map((column) => buildLabel(column, format)(row))) : null;
  const isLong = sideways && rows.some((row) => axisText(format, x, row[x.key]).length > LINE_CHARACTERS);
  const seen = labels ? Math.min(SEEN[y.length - 1] ?? 2, isLong ? SEEN_LONG : STRIP) : SEEN_UNDER_AXIS;
  const head = labels ? 0 : AXIS;
  const line = (STRIP - head) / seen;
  return {
    sideways,
    labels,
    head,
    line,
    minHeight: sideways ? head + rows.length * line : 0,
    /** Bars to both sides start at a zero line. */
    zero: labels !== null && rows.some((row) => y.some(({ key }) => Number(row[key]) < 0)),
  };
}

type DrawingLayout = ReturnType<typeof layOut>;

/** The axis of values. */
const valueAxis = ({ limit }: FittedSeries, { labels }: DrawingLayout, format: Formatter) =>
  ({
    type: 'number',
    tick: TICK,
    tickLine: false,
    axisLine: false,
    tickFormatter: (cell: number) => format.compact('ratio', cell),
    ...(labels && { interval: 0, domain: fromZero(limit) }),
  }) as const;

/** The axis of names, days or a scale. */
function nameAxis({ x }: FittedSeries, { sideways, zero }: DrawingLayout, format: Formatter) {
  const scale = isScale(x);
  const dataKey = scale ? drawn(x, format) : x.key;
  return {
    dataKey: x.kind === 'datetime' ? (row: Row) => Date.parse(String(row[x.key])) : dataKey,
    tick: sideways ? NameBeside : TICK,
    tickLine: false,
    axisLine: !zero && { stroke: 'var(--line)' },
    tickFormatter: (cell: string | number) => (sideways ? axisText(format, x, cell) : shorten(axisText(format, x, cell))),
    ...(scale ? { type: 'number' as const, domain: ['dataMin', 'dataMax'] as const } : { type: 'category' as const }),
  };
}

/** Draws one series by its type. Readable names are at the side; days and scales at the bottom. */
export function Drawing(props: DrawingProps) {
  const { series, format, onPoint, marks, brush } = props;
  const { y, rows, type } = series;
  const layout = layOut(series, format);
  const { sideways, labels, zero, head, line, minHeight } = layout;
  const values = valueAxis(series, layout, format);
  const names = nameAxis(series, layout, format);
  const chart = (
    <ComposedChart
      responsive
      style={{
        width: '100%',
        height: '100%',
        minHeight,
        cursor: onPoint ? 'pointer' : undefined,
      }}
      data={rows as Row[]}
      layout={sideways ? 'vertical' : 'horizontal'}
      margin={{ top: sideways ? 0 : 8, right: labels ? labelRoom(labels) : 16, left: 0, bottom: 0 }}
      {...(type === 'bullet' ? { barGap: -14 } : { barGap: 2, barCategoryGap: sideways && y.length > 1 ? '12%' : '24%' })}
      onClick={({ activeTooltipIndex }) => {
        const row = rows[Number(activeTooltipIndex ?? Number.NaN)];
        if (row) onPoint?.(row);
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
      {drawAround(props)}
      {marks ?? bars(series, format, sideways)}
      {brush}
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

/** Parts around the marks: tooltip, line of the limit, and flags of remarks. */
function drawAround({ series, format, deviation, pointed }: DrawingProps) {
  return (
    <>
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
      {series.remarks && series.x.kind === 'date' && (
        <Suspense>
          <Flags series={series} remarks={series.remarks} format={format} />
        </Suspense>
      )}
    </>
  );
}
