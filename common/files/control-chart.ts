import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { ControlChart, ControlPoint } from './drawn-charts.ts';
import { cellText } from './input.ts';
import type { TextColumn } from './text-column.ts';

/**
 * A measure in the order of its points: the first of `y` is what was measured, `ewma`, `target`, `lower` and `upper` are known by their keys, and
 * further columns say something in words.
 */
export interface ControlSeries {
  title: string;
  x: TextColumn;
  y: readonly TextColumn[];
  rows: readonly Row[];
}

/** The lines that stay where they are while the measure moves. */
export const CONTROL_LEVELS = ['upper', 'target', 'lower'] as const;

/** On which side the average lies outside of its limits; 0 within them, and where nothing is known. */
export function sideOf(row: Row): ControlPoint['out'] {
  const { ewma, lower, upper } = row;
  if (typeof ewma !== 'number') return 0;
  if (typeof upper === 'number' && ewma > upper) return 1;
  return typeof lower === 'number' && ewma < lower ? -1 : 0;
}

/** The numbers of a control chart, in the unit that is shown, and the texts that stand beside them. */
export function controlChartOf({ title, x, y, rows }: ControlSeries, format: Formatter): ControlChart {
  const [measure] = y;
  const kind = measure?.kind ?? 'ratio';
  const columnOf = (key: string) => y.find((column) => column.key === key);
  const numberOf = (row: Row, key: string) => format.number(kind, row[key]);
  return {
    title,
    unit: measure?.unit ?? '',
    names: { value: measure?.header ?? '', ewma: columnOf('ewma')?.header ?? '' },
    points: rows.map((row) => ({
      name: x.kind === 'date' ? format.shortDay(String(row[x.key])) : cellText(format, x, row[x.key]),
      value: numberOf(row, measure?.key ?? ''),
      ewma: numberOf(row, 'ewma'),
      upper: numberOf(row, 'upper'),
      target: numberOf(row, 'target'),
      lower: numberOf(row, 'lower'),
      out: sideOf(row),
    })),
    levels: CONTROL_LEVELS.flatMap((key) => {
      const column = columnOf(key);
      const last = rows.findLast((row) => typeof row[key] === 'number');
      return column && last ? [{ key, at: numberOf(last, key)!, text: `${column.header} ${cellText(format, column, last[key])}` }] : [];
    }),
  };
}

/** From the lowest to the highest of all that is drawn, with a little air: a measure that moves between 97 and 103 isn't drawn from zero. */
export function controlRange({ points }: Pick<ControlChart, 'points'>): [low: number, high: number] {
  const all = points.flatMap(({ value, ewma, upper, target, lower }) => [value, ewma, upper, target, lower]).filter((at) => at !== null);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (all.length === 0) return [0, 1];
  const air = (high - low || Math.abs(high) || 1) * 0.08;
  return [low - air, high + air];
}
