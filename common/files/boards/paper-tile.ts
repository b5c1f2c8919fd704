import type { TFunction } from 'i18next';
import { toPaperChart } from '#common/files/charts/paper-chart.ts';
import { textSeries } from '#common/files/charts/series-text.ts';
import { controlChartOf } from '#common/files/control-chart.ts';
import { exportInput } from '#common/files/export-input.ts';
import { heatMapOf } from '#common/files/heat-map.ts';
import { textColumns } from '#common/files/text-column.ts';
import { describeWaterfall } from '#common/files/waterfall-sentence.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import { daysBetween } from '#contract/days.ts';
import type { BoardTile, TileFigures } from '#contract/reports/boards.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { PaperContent, PaperFigure, PaperTile } from './board-input.ts';
import { createFigureWriter, describeChange } from './figure-text.ts';

interface Words {
  t: TFunction;
  format: Formatter;
}

function toFigure(data: ReportData, line: TileFigures['line'], words: Words): PaperFigure {
  const tile = data.tiles[0]!;
  const { t, format } = words;
  const write = createFigureWriter(tile, words);
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const figure = {
    kind: 'figure' as const,
    name: t(definedKey(tile.label)),
    value: write(tile.value),
    change: describeChange(tile, data, words),
  };
  if (line.length < 2) return { ...figure, course: [], ends: [daysText({ after, before }, format)] };
  const [first, last] = [line[0]!.day, line.at(-1)!.day];
  const length = Math.max(1, daysBetween(first, last));
  const values = line.map(({ value }) => value);
  return {
    ...figure,
    course: line.map(({ day, value }) => ({ at: daysBetween(first, day) / length, value })),
    ends: [format.shortDay(first), `${write(Math.min(...values))} – ${write(Math.max(...values))}`, format.shortDay(last)],
  };
}

function toTable(title: string, data: ReportData, count: number, { t, format }: Words): PaperContent {
  const columns = textColumns(data.columns, t, format).filter(({ hidden }) => !hidden);
  const input = exportInput({ title, lines: [], data, shown: { columns, rows: data.rows }, searching: false, format, t });
  const shown = data.rows.length;
  const more = t('pages:shared.first_rows', { shown: format.value('count', shown), total: format.value('count', count) });
  return { kind: 'table', input: { ...input, notes: count > shown ? [more] : [] } };
}

/** A chart without any value is a text. */
function toChart(title: string, data: ReportData, { t, format }: Words): PaperContent {
  const [given] = data.series as [ReportData['series'][number]];
  const text = textSeries(given, t, format);
  const series = { ...text, title: `${title}: ${text.title}`, remarks: data.remarks };
  const { x, side, y, rows } = series;
  const hasValues = rows.some((row) => y.some(({ key }) => (row[key] ?? null) !== null));
  if (!hasValues) return { kind: 'text', title: series.title, text: t('reports:view.empty') };
  if (side) return { kind: 'heatMap', heatMap: heatMapOf({ title: series.title, x, side, y, rows }, format) };
  if (series.type === 'control') return { kind: 'control', chart: controlChartOf(series, format) };
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const sentence = describeWaterfall(given, daysText({ after, before }, format), t, format);
  return { kind: 'chart', chart: toPaperChart(series, t, format), sentence };
}

/** The content of a tile, with the figures and words of the screen. A tile that can't be shown gives its reason. */
export function toPaperTile(tile: BoardTile, figures: TileFigures, filters: string, words: Words): PaperTile {
  const { t, format } = words;
  const { w, h, part } = tile;
  const definition = reportNamed(figures.data?.report ?? tile.report ?? '');
  const title = definition ? t(definedKey(definition.label)) : '';
  if (!figures.data) {
    const text = t(`boards:problem.${figures.problem ?? 'gone'}`);
    return { w, h, filters, content: { kind: 'text', title, text } };
  }
  const data = withTexts(figures.data, t, format.units);
  const shown = { t, format };
  if (part === 'tile') return { w, h, filters, content: toFigure(data, figures.line, shown) };
  return { w, h, filters, content: part === 'table' ? toTable(title, data, figures.count, shown) : toChart(title, data, shown) };
}
