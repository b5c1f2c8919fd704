import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { FittedSeries } from './fit-series.ts';
import { waterfallDomain, waterfallSteps } from './waterfall.ts';

/** The common unit of all values, for the title. */
export function unitBehind({ y }: Pick<FittedSeries, 'y'>): string {
  const units = new Set(y.map(({ unit }) => unit));
  const [unit] = units;
  return units.size === 1 && unit ? `,\u00a0${unit}` : '';
}

/** Notes that a reader needs to understand the drawing. */
export function chartNotes({ by, limit, type, rows, y }: FittedSeries, t: TFunction, format: Formatter): string[] {
  const notes: string[] = [];
  if (by) notes.push(t(`reports:chart.by_${by}`));
  if (limit !== undefined) notes.push(t('reports:chart.error', { limit: format.percent(limit) }));
  if (type === 'waterfall' && y[0]) {
    const [from] = waterfallDomain(waterfallSteps(rows, y[0].key));
    if (from > 0) notes.push(t('reports:chart.cut', { from: format.compact(y[0].kind, from) }));
  }
  return notes;
}
