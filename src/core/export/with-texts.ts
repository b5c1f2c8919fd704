import type { TFunction } from 'i18next';
import type { Column, ReportData, Row } from '../../../contract/reports/shape.ts';

/** Cells that are words of a fixed list, in the language on screen: grid, charts and files then take them for any other text. */
export function withTexts(data: ReportData, t: TFunction): ReportData {
  const translated = (rows: Row[], columns: readonly Column[]) => {
    const worded = columns.filter(({ texts }) => texts);
    if (worded.length === 0) return rows;
    return rows.map((row) => ({
      ...row,
      ...Object.fromEntries(worded.map(({ key, texts }) => [key, row[key] ? t(`${texts}.${row[key]}`) : null])),
    }));
  };
  return {
    ...data,
    rows: translated(data.rows, data.columns),
    series: data.series.map((series) => ({ ...series, rows: translated(series.rows, [series.x]) })),
  };
}
