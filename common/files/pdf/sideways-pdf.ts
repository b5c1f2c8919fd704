import type { jsPDF } from 'jspdf';
import type { PaperChart } from '#common/files/charts/paper-chart.ts';
import { BARS, type Box, barColour, COLOURS, cutText, GREY, INK, SIZE } from './chart-pens.ts';
import { drawable, FONT } from './create-pdf.ts';

/** Share of the width that names may take. */
const NAMES = 0.34;

/** The space of a sideways drawing: names at the left, values at the right. */
function measureSides(doc: jsPDF, names: readonly string[], texts: readonly string[], { x, width }: Box) {
  const widest = (all: readonly string[]) => Math.max(0, ...all.map((text) => doc.getTextWidth(drawable(text))));
  const left = Math.min(widest(names) + 6, width * NAMES);
  const right = widest(texts) + 6;
  return { names: left, x: x + left, width: Math.max(20, width - left - right) };
}

interface SidewaysRow {
  at: number;
  middle: number;
  thick: number;
  toX: (value: number) => number;
}

/** Draws the bars of one name, and their values next to them. The parts of a stack have no values. */
function drawSidewaysRow(doc: jsPDF, { marks, stacked }: PaperChart, { at, middle, thick, toX }: SidewaysRow): void {
  const bars = marks.filter(({ mark }) => mark !== 'plan');
  let level = 0;
  bars.forEach((own, index) => {
    const { values, texts } = own;
    const value = values[at] ?? null;
    if (value === null) return;
    const from = stacked ? level : 0;
    level = from + value;
    const top = middle + (stacked ? -thick / 2 : (index - bars.length / 2) * thick);
    doc.setFillColor(...barColour(own, value));
    doc.rect(Math.min(toX(from), toX(level)), top, Math.max(0.5, Math.abs(toX(level) - toX(from))), thick - 0.6, 'F');
    if (stacked) return;
    doc.setFontSize(Math.min(SIZE, thick)).setTextColor(INK);
    doc.text(drawable(texts[at]!), Math.max(toX(value), toX(0)) + 3, top + thick / 2 + SIZE / 3).setFontSize(SIZE);
  });
  for (const { mark, colour, values } of marks) {
    const value = values[at] ?? null;
    if (mark === 'plan' && value !== null)
      doc.setFillColor(...COLOURS[colour]).rect(toX(value) - 1, middle - thick / 2 - 2, 2, thick + 4, 'F');
  }
}

export function drawSideways(doc: jsPDF, chart: PaperChart, box: Box): void {
  const { marks, names, low, high, stacked, limit } = chart;
  doc.setFont(FONT, 'normal').setFontSize(SIZE).setTextColor(INK);
  const bars = marks.filter(({ mark }) => mark !== 'plan');
  const sides = measureSides(doc, names, stacked ? [] : bars.flatMap(({ texts }) => texts), box);
  const line = Math.min(30, box.height / Math.max(1, names.length));
  const toX = (value: number) => sides.x + (sides.width * (value - low)) / (high - low);
  const thick = Math.min(14, (line * BARS) / (stacked ? 1 : Math.max(1, bars.length)));
  names.forEach((name, at) => {
    const middle = box.y + line * (at + 0.5);
    doc.setTextColor(GREY).text(cutText(doc, name, sides.names - 4), sides.x - 5, middle + SIZE / 3, { align: 'right' });
    drawSidewaysRow(doc, chart, { at, middle, thick, toX });
  });
  if (limit === null) return;
  doc
    .setDrawColor(...COLOURS.beyond)
    .setLineWidth(0.8)
    .setLineDashPattern([4, 3], 0);
  doc.line(toX(limit), box.y, toX(limit), box.y + line * names.length).setLineDashPattern([], 0);
}

export function drawWaterfall(doc: jsPDF, { steps, names, low, high }: PaperChart, box: Box): void {
  doc.setFont(FONT, 'normal').setFontSize(SIZE);
  const sides = measureSides(
    doc,
    names,
    steps.map(({ text }) => text),
    box,
  );
  const line = Math.min(30, box.height / Math.max(1, steps.length));
  const toX = (value: number) => sides.x + (sides.width * (Math.max(value, low) - low)) / (high - low);
  steps.forEach(({ from, to, colour, text }, at) => {
    const top = box.y + line * at;
    const base = top + line / 2 + SIZE / 3;
    const [left, right] = [Math.min(toX(from), toX(to)), Math.max(toX(from), toX(to))];
    doc.setTextColor(GREY).text(cutText(doc, names[at]!, sides.names - 4), sides.x - 5, base, { align: 'right' });
    doc.setFillColor(...COLOURS[colour]).rect(left, top + line * 0.14, Math.max(0.6, right - left), line * BARS, 'F');
    doc.setTextColor(INK).text(drawable(text), right + 3, base);
  });
}
