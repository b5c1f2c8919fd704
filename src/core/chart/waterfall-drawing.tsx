import { useMediaQuery } from '@mantine/hooks';
import { Suspense } from 'react';
import { Bar, CartesianGrid, Cell, ComposedChart, LabelList, XAxis, YAxis } from 'recharts';
import type { Row } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { BarLabel, type DrawingProps, heightOf, labelRoom, NameBeside, TICK } from './drawing.tsx';
import { axisText } from './series-text.ts';
import { type Step, waterfallDomain, waterfallSteps } from './waterfall.ts';

const ChartTip = lazyPart(async () => (await import('./chart-tip.tsx')).ChartTip);

/** So many steps of a waterfall have room for all of their names. */
const FEW_STEPS = 5;
/** A step's height, by whether each name finds room on one line: then seven of them stand whole in a report's drawing of 124 px. */
const STEP_HEIGHT = { oneLine: 17.5, twoLines: 26 };
/** Beside the steps, by whether there is room for longer names: px, and the characters that stand on one line there. */
const NAMES = { wide: { width: 220, characters: 30 }, narrow: { width: 160, characters: 21 } };
/** Larger figures of a waterfall are told in thousands. */
const SHORT_FROM = 1000;

/** Bars that lead from one sum to another. */
export function Waterfall({ series, format, deviation, onPoint, pointed }: DrawingProps) {
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const [value] = series.y;
  const kind = value?.kind ?? 'ratio';
  const steps = waterfallSteps(series.rows, value?.key ?? '').map((step) => ({
    ...step,
    range: [format.number(kind, step.range[0]) ?? 0, format.number(kind, step.range[1]) ?? 0] as [number, number],
    name: axisText(format, series.x, step.row[series.x.key]),
  }));
  const label = ({ row, standing }: Step) => {
    const cell = row[value?.key ?? ''];
    const large = Math.abs(format.number(kind, cell) ?? 0) >= SHORT_FROM;
    if (standing) return large ? format.compact(kind, cell) : format.value(kind, cell);
    return large ? `${Number(cell) > 0 ? '+' : ''}${format.compact(kind, cell)}` : format.signed(kind, cell);
  };
  const fill = (step: (typeof steps)[number]) =>
    step.standing ? 'var(--plan)' : step.range[1] < step.range[0] ? 'var(--under)' : 'var(--over)';
  // Many steps lie one under the other, where each has room for its name.
  const sideways = steps.length > FEW_STEPS;
  const beside = phone || steps.every(({ name }) => name.length <= NAMES.narrow.characters) ? NAMES.narrow : NAMES.wide;
  const stepHeight = steps.some(({ name }) => name.length > beside.characters) ? STEP_HEIGHT.twoLines : STEP_HEIGHT.oneLine;
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
  return (
    <ComposedChart
      responsive
      style={{ width: '100%', ...heightOf(sideways ? steps.length * stepHeight : 0) }}
      data={steps}
      layout={sideways ? 'vertical' : 'horizontal'}
      margin={sideways ? { top: 0, right: labelRoom(labels), left: 0, bottom: 0 } : { top: 16, right: 8, left: 0, bottom: 0 }}
    >
      <CartesianGrid vertical={false} horizontal={!sideways} stroke="var(--line)" />
      {sideways ? <XAxis {...values} hide /> : <XAxis {...names} axisLine={{ stroke: 'var(--line)' }} />}
      {sideways ? (
        <YAxis {...names} tick={NameBeside} axisLine={{ stroke: 'var(--line)' }} width={beside.width} />
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
          <Cell key={String(step.row.id ?? step.name)} fill={fill(step)} />
        ))}
        {sideways ? (
          <LabelList dataKey={label} content={BarLabel} />
        ) : (
          <LabelList dataKey={label} position="top" fontSize={12} fill="var(--mantine-color-text)" />
        )}
      </Bar>
    </ComposedChart>
  );
}
