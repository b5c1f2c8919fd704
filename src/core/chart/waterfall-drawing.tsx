import { useMediaQuery } from '@mantine/hooks';
import { Suspense } from 'react';
import { Bar, CartesianGrid, Cell, ComposedChart, LabelList, XAxis, YAxis } from 'recharts';
import { axisText } from '#common/files/charts/series-text.ts';
import { createStepLabel, stepColour } from '#common/files/charts/step-marks.ts';
import { waterfallDomain, waterfallSteps } from '#common/files/charts/waterfall.ts';
import type { Row } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { BarLabel, type DrawingProps, labelRoom, NameBeside, Sideways, STRIP, TICK } from './drawing.tsx';
import { widest } from './text-width.ts';

const ChartTip = lazyPart(async () => (await import('./chart-tip.tsx')).ChartTip);

/** Max steps with room for all names. */
const FEW_STEPS = 5;
/** Number of visible steps in a report's drawing, by whether each name fits on one line. */
const SEEN = { oneLine: 7, twoLines: 4 };
/** Max px of names next to the steps. */
const NAMES = { wide: 220, narrow: 160 };

/** Bars from one sum to another. */
export function Waterfall({ series, format, deviation, onPoint, pointed }: DrawingProps) {
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const [value] = series.y;
  const kind = value?.kind ?? 'ratio';
  const found = waterfallSteps(series.rows, value?.key ?? '');
  const steps = found.map((step) => ({
    ...step,
    range: [format.number(kind, step.range[0]) ?? 0, format.number(kind, step.range[1]) ?? 0] as [number, number],
    name: axisText(format, series.x, step.row[series.x.key]),
  }));
  const label = createStepLabel(found, value, format);
  // Many steps are stacked, so that each has room for its name.
  const sideways = steps.length > FEW_STEPS;
  const needed = widest(steps.map(({ name }) => name)) + 12;
  const beside = Math.min(needed, phone ? NAMES.narrow : NAMES.wide);
  const line = STRIP / (needed > beside ? SEEN.twoLines : SEEN.oneLine);
  const labels = steps.map(label);
  const names = { dataKey: 'name', type: 'category', tick: TICK, tickLine: false, interval: 0 } as const;
  const values = {
    type: 'number',
    tick: TICK,
    tickLine: false,
    axisLine: false,
    domain: waterfallDomain(steps),
    allowDataOverflow: true,
    tickFormatter: (cell: number) => format.compact('ratio', cell),
  } as const;
  const chart = (
    <ComposedChart
      responsive
      style={{ width: '100%', height: '100%', minHeight: sideways ? steps.length * line : 0 }}
      data={steps}
      layout={sideways ? 'vertical' : 'horizontal'}
      margin={sideways ? { top: 0, right: labelRoom(labels), left: 0, bottom: 0 } : { top: 16, right: 8, left: 0, bottom: 0 }}
    >
      <CartesianGrid vertical={false} horizontal={!sideways} stroke="var(--line)" />
      {sideways ? <XAxis {...values} hide /> : <XAxis {...names} axisLine={{ stroke: 'var(--line)' }} />}
      {sideways ? (
        <YAxis {...names} tick={NameBeside} axisLine={{ stroke: 'var(--line)' }} width={beside} />
      ) : (
        <YAxis {...values} width={56} />
      )}
      {pointed && (
        <Suspense>
          <ChartTip series={series} rowOf={({ row }) => row as Row} format={format} deviation={deviation} />
        </Suspense>
      )}
      {/* A step of nothing stays a line: steps that are left out would give their labels and rows to the next. */}
      <Bar dataKey="range" minPointSize={1} isAnimationActive={false} onClick={(_, index) => onPoint?.(steps[index]!.row)}>
        {steps.map((step) => (
          <Cell key={String(step.row.id ?? step.name)} fill={`var(--${stepColour(step)})`} />
        ))}
        {sideways ? (
          <LabelList dataKey={label} content={BarLabel} />
        ) : (
          <LabelList dataKey={label} position="top" fontSize={12} fill="var(--mantine-color-text)" />
        )}
      </Bar>
    </ComposedChart>
  );
  return sideways ? <Sideways line={line}>{chart}</Sideways> : chart;
}
