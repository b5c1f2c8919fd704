import type { jsPDF } from 'jspdf';
import { controlRange } from '#common/files/control-chart.ts';
import type { ControlChart } from '#common/files/drawn-charts.ts';
import { drawable, FONT, PAGE_MARGIN } from './create-pdf.ts';

type Colour = [red: number, green: number, blue: number];

/** Colours of the light scheme. */
const AVERAGE: Colour = [43, 122, 80];
const TARGET: Colour = [92, 107, 122];
const BEYOND: Colour = [180, 35, 24];
const MEASURED: Colour = [120, 120, 120];
const PAPER: Colour = [255, 255, 255];
const INK = 30;
const SIZE = 8;
const TITLE = 24;
const HEIGHT = 170;
/** Space under the drawing for the names of its first and last points. */
const FOOT = 14;

/** Draws a control chart below the page's content, or on the next page. Returns where it ends. */
export function drawControlChart(doc: jsPDF, chart: ControlChart, startY: number): number {
  const { width, height } = doc.internal.pageSize;
  let top = startY;
  if (top + TITLE + HEIGHT + FOOT > height - PAGE_MARGIN - 4) {
    doc.addPage();
    top = PAGE_MARGIN;
  }
  const { title, unit, names, points, levels } = chart;
  const [left, right] = [PAGE_MARGIN, width - PAGE_MARGIN];
  const [low, high] = controlRange(chart);
  const bottom = top + TITLE + HEIGHT;
  const toX = (at: number) => (points.length > 1 ? left + ((right - left) * at) / (points.length - 1) : (left + right) / 2);
  const toY = (value: number) => bottom - (HEIGHT * (value - low)) / (high - low);

  doc.setFont(FONT, 'bold').setFontSize(10).setTextColor(INK);
  doc.text(drawable(unit ? `${title}, ${unit}` : title), left, top + TITLE - 10);
  keys(doc, names, right, top + TITLE - 10);
  doc.setDrawColor(200).setLineWidth(0.4).line(left, bottom, right, bottom);

  /** Draws a line from point to point; unknown points are skipped. */
  const trace = (key: 'ewma' | 'upper' | 'target' | 'lower', step: boolean) => {
    let last: [x: number, y: number] | null = null;
    points.forEach((point, at) => {
      const value = point[key];
      if (value === null) return;
      const next: [number, number] = [toX(at), toY(value)];
      if (last && step) doc.line(last[0], last[1], next[0], last[1]).line(next[0], last[1], ...next);
      else if (last) doc.line(...last, ...next);
      last = next;
    });
  };
  doc.setLineWidth(0.8).setDrawColor(...TARGET);
  trace('target', true);
  doc.setDrawColor(...BEYOND).setLineDashPattern([4, 3], 0);
  trace('upper', true);
  trace('lower', true);
  doc.setLineDashPattern([], 0).setFillColor(...MEASURED);
  points.forEach(({ value }, at) => {
    if (value !== null) doc.circle(toX(at), toY(value), 1, 'F');
  });
  doc.setLineWidth(1.4).setDrawColor(...AVERAGE);
  trace('ewma', false);
  doc.setFillColor(...BEYOND);
  points.forEach(({ ewma, out }, at) => {
    if (ewma !== null && out) mark(doc, out, toX(at), toY(ewma));
  });

  doc.setFont(FONT, 'normal').setFontSize(SIZE).setTextColor(INK);
  for (const { at, text } of levels) levelText(doc, drawable(text), right, toY(at) - 3);
  const [first, last] = [points[0], points.at(-1)];
  if (first) doc.text(drawable(first.name), left, bottom + SIZE + 2);
  if (last && last !== first) doc.text(drawable(last.name), right, bottom + SIZE + 2, { align: 'right' });
  return bottom + FOOT;
}

/** On a white background, so that a dot under the text doesn't make it illegible. */
function levelText(doc: jsPDF, text: string, right: number, y: number): void {
  const wide = doc.getTextWidth(text);
  doc.setFillColor(...PAPER).rect(right - wide - 2, y - SIZE + 1, wide + 2, SIZE + 1, 'F');
  doc.text(text, right, y, { align: 'right' });
}

/** Marks an average outside its limits by its side, like on screen. */
function mark(doc: jsPDF, out: -1 | 1, x: number, y: number): void {
  doc.triangle(x - 3, y + 2.5 * out, x + 3, y + 2.5 * out, x, y - 3 * out, 'F');
}

/** Legend of the dots and the line, right of the title. */
function keys(doc: jsPDF, { value, ewma }: ControlChart['names'], right: number, y: number): void {
  doc.setFont(FONT, 'normal').setFontSize(SIZE);
  const [ofLine, ofDots] = [drawable(ewma), drawable(value)];
  const line = right - doc.getTextWidth(ofLine) - 18;
  const dots = line - doc.getTextWidth(ofDots) - 18;
  doc.text(ofLine, right, y, { align: 'right' }).text(ofDots, dots + 8, y);
  doc.setDrawColor(...AVERAGE).setLineWidth(1.4);
  doc.line(line, y - 2.5, line + 13, y - 2.5);
  doc.setFillColor(...MEASURED).circle(dots + 3, y - 2.5, 1.2, 'F');
}
