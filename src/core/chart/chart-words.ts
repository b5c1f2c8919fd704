import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { FittedSeries } from './fit-series.ts';
import { waterfallDomain, waterfallSteps } from './waterfall.ts';

/** What all that is drawn is measured in, as it stands behind the title. */
export function unitBehind({ y }: Pick<FittedSeries, 'y'>): string {
  const units = new Set(y.map(({ unit }) => unit));
  const [unit] = units;
  return units.size === 1 && unit ? `,\u00a0${unit}` : '';
}

/** What one has to know to read the drawing. */
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
