import type { TFunction } from 'i18next';
import { cellText, isSigned } from '#common/files/input.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { chartNotes, unitBehind } from './chart-words.ts';
import { chooseColours, isPlan } from './colours.ts';
import { type FittedSeries, fitSeries } from './fit-series.ts';
import { readFlags } from './flags.ts';
import { liesSideways } from './marks.ts';
import { axisText, drawn, isScale, type TextSeries } from './series-text.ts';
import { createStepLabel, stepColour } from './step-marks.ts';
import { waterfallDomain, waterfallSteps } from './waterfall.ts';

export const PAPER_COLOURS = ['fact', 'straw', 'under', 'over', 'process', 'plan', 'beyond', 'pale'] as const;
export type PaperColour = (typeof PAPER_COLOURS)[number];

/** Marks of one column. `values` are in the shown unit, and `texts` are written next to sideways bars. */
export interface PaperMarks {
  name: string;
  colour: PaperColour;
  mark: 'bar' | 'line' | 'area' | 'band' | 'plan';
  dashed: boolean;
  values: (number | null)[];
  texts: string[];
  /** True for deviations: above zero amber, below zero blue. */
  signed: boolean;
}

/** A step of a waterfall from one level to another. */
export interface PaperStep {
  from: number;
  to: number;
  colour: PaperColour;
  text: string;
}

/** A chart as it is drawn on paper: plain data with all texts, so that it can cross into a thread. */
export interface PaperChart {
  title: string;
  shape: 'upright' | 'sideways' | 'waterfall';
  stacked: boolean;
  marks: PaperMarks[];
  steps: PaperStep[];
  /** Names of the points. */
  names: string[];
  /** Positions of the points from 0 to 1; null for points side by side. */
  places: number[] | null;
  low: number;
  high: number;
  ticks: { at: number; text: string }[];
  /** Max error as a line. */
  limit: number | null;
  /** Points with people's notes. */
  flags: { at: number; number: number }[];
  /** People's notes by their numbers. */
  notes: string[];
}

const TICKS = 4;
const NICE = [1, 2, 2.5, 5, 10];

/** Round values of an axis between two values. */
export function findTicks(low: number, high: number): number[] {
  const raw = (high - low) / TICKS;
  if (!(raw > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (NICE.find((one) => one * power >= raw) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step);
}

/** The name of a colour of the screen. */
function toPaperColour(colour: string): PaperColour {
  const name = /^var\(--(\w+)\)$/.exec(colour)?.[1];
  return PAPER_COLOURS.find((one) => one === name) ?? 'pale';
}

function findMark({ type, x }: FittedSeries, column: TextSeries['y'][number], sideways: boolean): PaperMarks['mark'] {
  if (type === 'bullet') return isPlan(column) ? 'plan' : 'bar';
  const isLined = type === 'line' || type === 'area';
  if (!isLined) return column.compares && !sideways ? 'line' : 'bar';
  if (x.kind === 'date' && isPlan(column)) return 'band';
  return type === 'area' && !column.compares ? 'area' : 'line';
}

/** The range of all values, with zero. Bars of a stack are summed. */
function findRange(marks: readonly PaperMarks[], stacked: boolean, limit: number | null): [low: number, high: number] {
  const values = marks.flatMap(({ values: own }) => own.filter((value) => value !== null));
  const sums = stacked ? (marks[0]?.values ?? []).map((_, at) => marks.reduce((sum, { values: own }) => sum + (own[at] ?? 0), 0)) : [];
  const all = [0, ...(limit === null ? [] : [limit]), ...values, ...sums];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return low === high ? [0, 1] : [low, high];
}

function findPlaces({ x, rows }: FittedSeries, format: Formatter): number[] | null {
  if (!isScale(x)) return null;
  const toNumber = x.kind === 'datetime' ? (row: Row) => Date.parse(String(row[x.key])) : (row: Row) => drawn(x, format)(row) ?? 0;
  const at = rows.map(toNumber);
  const [low, high] = [Math.min(...at), Math.max(...at)];
  return at.map((one) => (high > low ? (one - low) / (high - low) : 0.5));
}

type Drawn = Omit<PaperChart, 'title' | 'names' | 'flags' | 'notes' | 'ticks'>;

function drawSteps({ rows, y: [value] }: FittedSeries, format: Formatter): Drawn {
  const steps = waterfallSteps(rows, value?.key ?? '');
  const toShown = (level: number) => format.number(value?.kind ?? 'ratio', level) ?? 0;
  const label = createStepLabel(steps, value, format);
  const shown = steps.map((step) => ({ ...step, range: [toShown(step.range[0]), toShown(step.range[1])] as [number, number] }));
  const [low, high] = waterfallDomain(shown);
  return {
    shape: 'waterfall',
    stacked: false,
    marks: [],
    steps: shown.map((step) => ({ from: step.range[0], to: step.range[1], colour: stepColour(step), text: label(step) })),
    places: null,
    low,
    high,
    limit: null,
  };
}

function drawMarks(series: FittedSeries, format: Formatter): Drawn {
  const { y, rows, type, limit = null } = series;
  const sideways = liesSideways(series);
  const colours = chooseColours(y);
  const marks = y.map((column, at): PaperMarks => {
    const read = drawn(column, format);
    const mark = findMark(series, column, sideways);
    return {
      name: column.header,
      colour: toPaperColour(colours[at]!),
      mark,
      dashed: mark === 'line' && isPlan(column),
      values: rows.map(read),
      texts: rows.map((row) => cellText(format, column, row[column.key])),
      signed: isSigned(column) && !column.compares,
    };
  });
  const stacked = type === 'stacked';
  const [low, high] = findRange(marks, stacked, limit);
  return { shape: sideways ? 'sideways' : 'upright', stacked, marks, steps: [], places: findPlaces(series, format), low, high, limit };
}

/** A chart on paper, with the values, colours and texts of the screen. */
export function toPaperChart(series: TextSeries, t: TFunction, format: Formatter): PaperChart {
  const fitted = fitSeries(series, (count) => t('reports:chart.others', { total: count }));
  const { x, rows, remarks = [] } = fitted;
  const shape = fitted.type === 'waterfall' ? drawSteps(fitted, format) : drawMarks(fitted, format);
  const flags = x.kind === 'date' && shape.shape === 'upright' ? [...readFlags(fitted, remarks, format)] : [];
  return {
    ...shape,
    title: [fitted.title + unitBehind(fitted), ...chartNotes(fitted, t, format)].join(' · '),
    names: rows.map((row) => axisText(format, x, row[x.key])),
    ticks: findTicks(shape.low, shape.high).map((at) => ({ at, text: format.compact('ratio', at) })),
    flags: flags.map(([point], at) => ({ at: rows.findIndex((row) => String(row[x.key]) === point), number: at + 1 })),
    notes: flags.map(([, lines], at) => `${at + 1}. ${lines.join('; ')}`),
  };
}
