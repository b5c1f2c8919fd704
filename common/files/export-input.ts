import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { cellWords } from './cell-words.ts';
import { comparisonLines } from './comparison-text.ts';
import { controlChartOf } from './control-chart.ts';
import { heatMapOf } from './heat-map.ts';
import type { ExportInput } from './input.ts';
import { noteText } from './note-text.ts';
import { remarkText } from './remark-text.ts';
import { shownTotals } from './shown-totals.ts';
import { switchLines } from './switch-lines.ts';
import { type TextColumn, textColumns } from './text-column.ts';

/** What the grid shows now: columns in their order, and sorted rows after the search. */
export interface Shown {
  columns: readonly TextColumn[];
  rows: readonly Row[];
}

export interface ExportLine {
  label: string;
  value: string;
}

interface Sources {
  title: string;
  /** Lines with client, farm, period and filters. */
  lines: readonly ExportLine[];
  data: ReportData;
  shown: Shown;
  /** True if the grid's search hides rows. */
  searching: boolean;
  format: Formatter;
  t: TFunction;
}

const withoutKey = (row: Row, columns: Shown['columns']): Row => Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null]));

/** Content of a file: exactly the rows and columns on screen in their order, with what they show. */
export function exportInput({ title, lines, data, shown: { columns, rows }, searching, format, t }: Sources): ExportInput {
  const heatMaps = listHeatMaps(data, t, format);
  const controlCharts = listControlCharts(data, t, format);
  return {
    title,
    lines: [
      ...lines,
      ...switchLines(data.filters, t),
      ...comparisonLines(data.comparison, t, format),
      ...(data.by_todays_rules ? [{ label: t('reports:view.by_todays_rules'), value: t('reports:view.todays_rules') }] : []),
      { label: t('reports:export.made_at'), value: format.value('datetime', data.generated_at) },
    ],
    numbers: numbersLine(data, t),
    columns: columns.map(({ key, kind, decimals, total, deviation, unsigned, adds, header, heading, unit }) => ({
      key,
      kind,
      decimals,
      total,
      deviation,
      unsigned,
      ...(adds ? { adds } : {}),
      header,
      heading,
      unit,
    })),
    rows: rows.map((row) => withoutKey(row, columns)),
    totals: searching ? shownTotals(columns, rows) : data.totals,
    language: format.language,
    units: format.units,
    clock: format.clock,
    timezone: data.timezone,
    currency: data.currency,
    labels: {
      total: t(searching ? 'reports:grid.total_shown' : 'reports:grid.total'),
      page: t('reports:export.page', { skipInterpolation: true }),
      ...cellWords(t),
    },
    notes: [
      ...data.notes.map((note) => noteText(note, t, format)),
      ...(data.remarks ?? []).map((remark) => remarkText(remark, format, (data.filters.farm?.length ?? 0) > 1)),
    ],
    ...(heatMaps.length > 0 ? { heatMaps } : {}),
    ...(controlCharts.length > 0 ? { controlCharts } : {}),
  };
}

/** Line that says how the numbers of each kind of file are rounded. */
function numbersLine({ columns }: ReportData, t: TFunction) {
  const shares = columns.some(({ parts }) => parts) ? `; ${t('reports:export.shares_rounded')}` : '';
  return {
    label: t('reports:export.numbers'),
    exact: t('reports:export.numbers_exact') + shares,
    cut: t('reports:export.numbers_cut') + shares,
  };
}

/** Heat maps of the report that have values. */
const listHeatMaps = ({ series }: ReportData, t: TFunction, format: Formatter) =>
  series.flatMap(({ label, x, side, y, rows }) => {
    if (!side || rows.length === 0) return [];
    const [heading, line, ...values] = textColumns([x, side, ...y], t, format);
    return [heatMapOf({ title: t(definedKey(label)), x: heading!, side: line!, y: values, rows }, format)];
  });

const listControlCharts = ({ series }: ReportData, t: TFunction, format: Formatter) =>
  series.flatMap(({ label, type, x, y, rows }) => {
    if (type !== 'control' || rows.length === 0) return [];
    const [heading, ...values] = textColumns([x, ...y], t, format);
    return [controlChartOf({ title: t(definedKey(label)), x: heading!, y: values, rows }, format)];
  });
