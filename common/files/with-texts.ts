import type { TFunction } from 'i18next';
import { wordOf } from '#common/format/word-of.ts';
import type { Column, ReportData, Row, Series } from '#contract/reports/shape.ts';
import type { Conventions } from '#contract/words.ts';

/** Rows with the figures in the reader's units: each unit cell names the unit of some figures. They aren't rounded, so that sums remain sums. */
function convertRows(rows: Row[], columns: readonly Column[], units: Conventions['units']): Row[] {
  return columns.reduce((converted, { key, unit_of = [], read_as }) => {
    const known = read_as?.[units];
    if (!known) return converted;
    // A compared figure has its figure's key after a dot.
    const names = columns.flatMap((one) => (one.compares !== 'percent' && unit_of.includes(one.key.split('.').at(-1)!) ? one.key : []));
    return converted.map((row) => {
      const shown = known[row[key] as string];
      if (!shown) return row;
      const figures = names.flatMap((name) => (row[name] == null ? [] : [[name, (Number(row[name]) * shown.times) / shown.per]]));
      return { ...row, ...Object.fromEntries(figures), [key]: shown.unit };
    });
  }, rows);
}

function translateRows(rows: Row[], columns: readonly Column[], t: TFunction): Row[] {
  const worded = columns.filter(({ texts, empty }) => texts || empty);
  if (worded.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(worded.map((column) => [column.key, wordOf(column, row[column.key], t)])),
  }));
}

/** Replaces the codes on a chart's axes by their words in the language on screen. */
export const translateSeries = (series: Series, t: TFunction): Series => ({
  ...series,
  rows: translateRows(series.rows, [series.x, ...(series.side ? [series.side] : [])], t),
});

/**
 * Cells that are words of a fixed list, in the language on screen: grid, charts and files then take them for any other text. Figures in a
 * unit of their row are in the reader's unit.
 */
export const withTexts = (data: ReportData, t: TFunction, units: Conventions['units']): ReportData => ({
  ...data,
  rows: translateRows(convertRows(data.rows, data.columns, units), data.columns, t),
  series: data.series.map((series) => translateSeries(series, t)),
});

type Named = Pick<Column, 'label'> & Partial<Pick<Column, 'verbatim' | 'texts'>>;

/** Namespaces of the texts that an answer names: labels of its columns, tiles and charts, and words of its values. */
export function listNamespaces({ columns, tiles, series }: ReportData): string[] {
  const parts: Named[] = [...columns, ...tiles, ...series, ...series.flatMap(({ x, side, y }) => [x, ...(side ? [side] : []), ...y])];
  const keys = parts.flatMap(({ label, verbatim, texts }) => [...(verbatim ? [] : [label]), ...(texts ? [texts] : [])]);
  return [...new Set(['reports', 'core', 'pages', ...keys.map((key) => key.split(':', 1)[0]!)])];
}
