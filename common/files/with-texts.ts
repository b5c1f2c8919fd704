import type { TFunction } from 'i18next';
import { wordOf } from '#common/format/word-of.ts';
import type { Column, ReportData, Row } from '#contract/reports/shape.ts';

/** Cells that are words of a fixed list, in the language on screen: grid, charts and files then take them for any other text. */
export function withTexts(data: ReportData, t: TFunction): ReportData {
  const translated = (rows: Row[], columns: readonly Column[]) => {
    const worded = columns.filter(({ texts, empty }) => texts || empty);
    if (worded.length === 0) return rows;
    return rows.map((row) => ({
      ...row,
      ...Object.fromEntries(worded.map((column) => [column.key, wordOf(column, row[column.key], t)])),
    }));
  };
  return {
    ...data,
    rows: translated(data.rows, data.columns),
    series: data.series.map((series) => ({ ...series, rows: translated(series.rows, [series.x, ...(series.side ? [series.side] : [])]) })),
  };
}
