import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { ControlChart, ControlPoint } from './drawn-charts.ts';
import { cellText } from './input.ts';
import type { TextColumn } from './text-column.ts';

/**
 * A measure in the order of its points. The first of `y` is the measured value; `ewma`, `target`, `lower` and `upper` are found by their
 * keys; further columns contain texts.
 */
export interface ControlSeries {
  title: string;
  x: TextColumn;
  y: readonly TextColumn[];
  rows: readonly Row[];
}

/** Lines that are constant while the measure changes. */
export const CONTROL_LEVELS = ['upper', 'target', 'lower'] as const;

/** The side on which the average is outside its limits; 0 if it is inside or unknown. */
export function sideOf(row: Row): ControlPoint['out'] {
  const { ewma, lower, upper } = row;
  if (typeof ewma !== 'number') return 0;
  if (typeof upper === 'number' && ewma > upper) return 1;
  return typeof lower === 'number' && ewma < lower ? -1 : 0;
}

/** Numbers of a control chart in the shown unit, and its texts. */
export function controlChartOf({ title, x, y, rows }: ControlSeries, format: Formatter): ControlChart {
  const [measure] = y;
  const kind = measure?.kind ?? 'ratio';
  const findColumn = (key: string) => y.find((column) => column.key === key);
  const formatFigure = (row: Row, key: string) => format.number(kind, row[key]);
  return {
    title,
    unit: measure?.unit ?? '',
    names: { value: measure?.header ?? '', ewma: findColumn('ewma')?.header ?? '' },
    points: rows.map((row) => ({
      name: x.kind === 'date' ? format.shortDay(String(row[x.key])) : cellText(format, x, row[x.key]),
      value: formatFigure(row, measure?.key ?? ''),
      ewma: formatFigure(row, 'ewma'),
      upper: formatFigure(row, 'upper'),
      target: formatFigure(row, 'target'),
      lower: formatFigure(row, 'lower'),
      out: sideOf(row),
    })),
    levels: CONTROL_LEVELS.flatMap((key) => {
      const column = findColumn(key);
      const last = rows.findLast((row) => typeof row[key] === 'number');
      return column && last ? [{ key, at: formatFigure(last, key)!, text: `${column.header} ${cellText(format, column, last[key])}` }] : [];
    }),
  };
}

/** Range of all drawn values with a small margin: a measure between 97 and 103 isn't drawn from zero. */
export function controlRange({ points }: Pick<ControlChart, 'points'>): [low: number, high: number] {
  const all = points.flatMap(({ value, ewma, upper, target, lower }) => [value, ewma, upper, target, lower]).filter((at) => at !== null);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (all.length === 0) return [0, 1];
  const air = (high - low || Math.abs(high) || 1) * 0.08;
  return [low - air, high + air];
}
