import type { jsPDF } from 'jspdf';
import type { BoardInput, PaperContent, PaperFigure, PaperTile } from '#common/files/boards/board-input.ts';
import type { ExportInput } from '#common/files/input.ts';
import { BOARD_COLUMNS } from '#contract/reports/boards.ts';
import { placeTiles } from '#contract/reports/product-boards.ts';
import { CHANGE_COLOURS, drawChart, drawCourse } from './chart-pdf.ts';
import { type Box, cutText } from './chart-pens.ts';
import { drawControlChart } from './control-chart-pdf.ts';
import { createPdf, drawable, FONT, numberPages, PAGE_MARGIN } from './create-pdf.ts';
import { drawHeatMap } from './heat-map-pdf.ts';
import { layOut } from './pdf-layout.ts';
import { drawTable, measure, tableTexts } from './table-pdf.ts';
import { titleBlock } from './title-pdf.ts';

const INK = 30;
const GREY = 110;
const LINE = 205;
const GAP = 10;
const PADDING = 10;
/** Height of a row of the board's grid. */
const ROW = 25;
/** Heights by kind of tile, in points. */
const LEAST = { figure: 96, chart: 170, text: 60, table: 140 };
const MOST = 430;
/** Kinds that take the whole width and may continue on the next page. */
const LONG: ReadonlySet<PaperContent['kind']> = new Set(['table', 'heatMap', 'control']);

/** The heading of a tile, with its own filters below. Returns the height. */
function drawHeading(doc: jsPDF, title: string, filters: string, { x, y, width }: Box): number {
  doc.setFont(FONT, 'bold').setFontSize(9).setTextColor(INK);
  const lines = (doc.splitTextToSize(drawable(title), width) as string[]).slice(0, 2);
  doc.text(lines, x, y + 8);
  let height = lines.length * 11 + 3;
  if (filters === '') return height;
  doc.setFont(FONT, 'normal').setFontSize(7).setTextColor(GREY);
  doc.text(cutText(doc, filters, width), x, y + height + 4);
  height += 10;
  return height;
}

function drawFigure(doc: jsPDF, { name, value, change, course, ends }: PaperFigure, filters: string, { x, y, width, height }: Box): void {
  doc.setFont(FONT, 'normal').setFontSize(8).setTextColor(GREY);
  doc.text(cutText(doc, [name, filters].filter(Boolean).join(' · '), width), x, y + 7);
  doc
    .setFont(FONT, 'bold')
    .setFontSize(18)
    .setTextColor(INK)
    .text(cutText(doc, value, width), x, y + 27);
  if (change) {
    doc
      .setFont(FONT, 'normal')
      .setFontSize(7.5)
      .setTextColor(...CHANGE_COLOURS[change.judged]);
    doc.text(cutText(doc, change.text, width), x, y + 39);
  }
  if (course.length > 1) drawCourse(doc, course, { x, y: y + 46, width, height: height - 46 - 14 });
  doc.setFont(FONT, 'normal').setFontSize(7).setTextColor(GREY);
  const [first = '', middle, last] = ends;
  doc.text(cutText(doc, first, width), x, y + height);
  if (middle !== undefined) doc.text(drawable(middle), x + width / 2, y + height, { align: 'center' });
  if (last !== undefined) doc.text(drawable(last), x + width, y + height, { align: 'right' });
}

/** Draws a tile with a frame into its box. */
function drawFramed(doc: jsPDF, { content, filters }: PaperTile, { x, y, width, height }: Box): void {
  doc.setDrawColor(LINE).setLineWidth(0.5).roundedRect(x, y, width, height, 3, 3, 'S');
  const inside: Box = { x: x + PADDING, y: y + PADDING, width: width - 2 * PADDING, height: height - 2 * PADDING };
  if (content.kind === 'figure') {
    drawFigure(doc, content, filters, inside);
    return;
  }
  const isChart = content.kind === 'chart';
  let used = drawHeading(doc, isChart ? content.chart.title : content.kind === 'text' ? content.title : '', filters, inside);
  const text = isChart ? content.sentence : content.kind === 'text' ? content.text : null;
  if (text !== null) {
    doc.setFont(FONT, 'normal').setFontSize(8).setTextColor(INK);
    const lines = (doc.splitTextToSize(drawable(text.replaceAll('\u2060', '')), inside.width) as string[]).slice(0, 4);
    doc.text(lines, inside.x, inside.y + used + 8);
    used += lines.length * 10.5 + 6;
  }
  if (isChart) drawChart(doc, content.chart, { ...inside, y: inside.y + used, height: inside.height - used });
}

function drawTileTable(doc: jsPDF, input: ExportInput, filters: string, startY: number): number {
  const { width, height } = doc.internal.pageSize;
  let y = startY;
  if (y + LEAST.table > height - PAGE_MARGIN) {
    doc.addPage();
    y = PAGE_MARGIN;
  }
  y += drawHeading(doc, input.title, filters, { x: PAGE_MARGIN, y, width: width - 2 * PAGE_MARGIN, height: 0 });
  const texts = tableTexts(input);
  const layout = layOut(measure(doc, input, texts), 'landscape');
  for (const part of layout.parts) y = drawTable(doc, input, texts, layout, part, y, () => undefined) + GAP;
  for (const note of input.notes) {
    doc
      .setFont(FONT, 'normal')
      .setFontSize(7)
      .setTextColor(GREY)
      .text(cutText(doc, note, width - 2 * PAGE_MARGIN), PAGE_MARGIN, y);
    y += 9;
  }
  return y;
}

/** Draws a long tile below the content of the page. Returns where it ends. */
function drawLong(doc: jsPDF, { content, filters }: PaperTile, y: number): number {
  if (content.kind === 'heatMap') return drawHeatMap(doc, content.heatMap, y) + GAP;
  if (content.kind === 'control') return drawControlChart(doc, content.chart, y) + GAP;
  return content.kind === 'table' ? drawTileTable(doc, content.input, filters, y) + GAP : y;
}

/** The height of a tile, and the least one. A sideways chart has room for all its names. */
function findHeights({ h, content }: PaperTile): { h: number; least: number } {
  if (content.kind === 'figure') return { h: Math.max(LEAST.figure, Math.min(h * ROW, 120)), least: LEAST.figure };
  if (content.kind !== 'chart') return { h: LEAST.text, least: LEAST.text };
  const { shape, names, marks, stacked } = content.chart;
  const line = stacked || shape === 'waterfall' ? 1 : marks.length;
  const toNeeded = (base: number, bar: number) => (shape === 'upright' ? 0 : 70 + names.length * (base + bar * line));
  const least = Math.min(MOST, Math.max(LEAST.chart, toNeeded(4, 5)));
  return { h: Math.min(MOST, Math.max(least, h * ROW, toNeeded(6, 8))), least };
}

/** Tiles side by side. */
type Placed = PaperTile & { x: number; y: number; h: number; least: number };

/** Rows of tiles side by side, in reading order. A long tile is a row of its own. */
function toRows(tiles: readonly PaperTile[]): Placed[][] {
  const rows: Placed[][] = [];
  const sized = tiles.map((tile) => ({ ...tile, w: LONG.has(tile.content.kind) ? BOARD_COLUMNS : tile.w, ...findHeights(tile) }));
  for (const tile of placeTiles(sized)) {
    const row = rows.at(-1);
    if (row?.[0]?.y === tile.y && tile.x > 0) row.push(tile);
    else rows.push([tile]);
  }
  return rows;
}

/** A4 landscape, with the board's tiles in reading order, each with its report's figures. */
export async function toBoardPdf(input: BoardInput): Promise<Uint8Array<ArrayBuffer>> {
  const { title, language, tiles, page } = input;
  const doc = await createPdf({ orientation: 'landscape', title, language });
  const { width, height } = doc.internal.pageSize;
  const column = (width - 2 * PAGE_MARGIN + GAP) / BOARD_COLUMNS;
  let y = titleBlock(doc, input) + 4;
  for (const row of toRows(tiles)) {
    const [first] = row as [Placed];
    if (LONG.has(first.content.kind)) {
      y = drawLong(doc, first, y);
      continue;
    }
    const bottom = height - PAGE_MARGIN;
    if (y + Math.max(...row.map(({ least }) => least)) > bottom) {
      doc.addPage();
      y = PAGE_MARGIN;
    }
    const tallest = Math.min(bottom - y, Math.max(...row.map(({ h }) => h)));
    for (const tile of row) drawFramed(doc, tile, { x: PAGE_MARGIN + tile.x * column, y, width: tile.w * column - GAP, height: tallest });
    y += tallest + GAP;
  }
  numberPages(doc, page, title);
  return new Uint8Array(doc.output('arraybuffer'));
}
