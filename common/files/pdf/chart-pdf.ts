import type { jsPDF } from 'jspdf';
import type { PaperChart, PaperColour, PaperMarks } from '#common/files/charts/paper-chart.ts';
import { BARS, type Box, barColour, COLOURS, type Colour, cutText, GREY, SIZE } from './chart-pens.ts';
import { drawable, FONT } from './create-pdf.ts';
import { drawSideways, drawWaterfall } from './sideways-pdf.ts';

/** Opacity of areas and bands on white paper. */
const COVER = { area: 0.16, band: 0.22 };
const LINE = 215;
const KEY = 10;
const WIDEST_BAR = 18;

const mix = (colour: PaperColour, cover: number): Colour => COLOURS[colour].map((part) => Math.round(255 - (255 - part) * cover)) as Colour;

/** Draws the keys of several columns in one line. Returns the height. */
function drawKeys(doc: jsPDF, marks: readonly PaperMarks[], { x, y, width }: Box): number {
  if (marks.length < 2) return 0;
  doc.setFont(FONT, 'normal').setFontSize(SIZE).setTextColor(GREY);
  let left = x;
  let top = y;
  for (const { name, colour } of marks) {
    const text = cutText(doc, name, width - 12);
    const wide = doc.getTextWidth(text) + 20;
    if (left > x && left + wide > x + width) {
      left = x;
      top += KEY;
    }
    doc
      .setFillColor(...COLOURS[colour])
      .rect(left, top + 1, 6, 6, 'F')
      .text(text, left + 9, top + SIZE);
    left += wide;
  }
  return top - y + KEY + 4;
}

type Point = readonly [x: number, y: number];

/** Draws lines from point to point; a point without a value ends a line. */
function trace(doc: jsPDF, points: readonly (Point | null)[]): void {
  let last: Point | null = null;
  for (const point of points) {
    if (last && point) doc.line(last[0], last[1], point[0], point[1]);
    if (point && !last) doc.circle(point[0], point[1], 0.7, 'F');
    last = point;
  }
}

/** Fills the space between a line and the zero line. A point without a value ends the line. */
function fillBelow(doc: jsPDF, points: readonly (Point | null)[], zero: number): void {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)!.push(point);
    else runs.push([]);
  }
  for (const run of runs) {
    const [first] = run;
    if (!first || run.length < 2) continue;
    const outline = [...run.slice(1), [run.at(-1)![0], zero] as const, [first[0], zero] as const];
    const steps = outline.map(([x, y], at) => [x - (outline[at - 1] ?? first)[0], y - (outline[at - 1] ?? first)[1]]);
    doc.lines(steps, first[0], first[1], [1, 1], 'F', true);
  }
}

interface Scale {
  toX: (at: number) => number;
  toY: (value: number) => number;
  /** Width of a point's place. */
  place: number;
}

function drawUprightMarks(doc: jsPDF, { marks, stacked }: PaperChart, { toX, toY, place }: Scale): void {
  const bars = marks.filter(({ mark }) => mark === 'bar');
  const wide = Math.min(WIDEST_BAR, (place * BARS) / (stacked ? 1 : Math.max(1, bars.length)));
  const tops = new Map<number, number>();
  const drawBar = (own: PaperMarks, column: number) =>
    own.values.forEach((value, at) => {
      if (value === null || value === 0) return;
      const from = stacked ? (tops.get(at) ?? 0) : 0;
      tops.set(at, from + value);
      const left = toX(at) + (stacked ? -wide / 2 : (column - bars.length / 2) * wide);
      const [one, other] = [toY(from), toY(from + value)];
      doc.setFillColor(...barColour(own, value)).rect(left, Math.min(one, other), wide - 0.6, Math.abs(one - other), 'F');
    });
  const toPoints = ({ values }: PaperMarks) => values.map((value, at) => (value === null ? null : ([toX(at), toY(value)] as const)));
  for (const own of marks)
    if (own.mark === 'band' || own.mark === 'area') {
      doc.setFillColor(...mix(own.colour, COVER[own.mark]));
      fillBelow(doc, toPoints(own), toY(0));
    }
  bars.forEach(drawBar);
  for (const own of marks) {
    if (own.mark !== 'line' && own.mark !== 'area') continue;
    doc.setDrawColor(...COLOURS[own.colour]).setFillColor(...COLOURS[own.colour]);
    doc.setLineWidth(1.2).setLineDashPattern(own.dashed ? [4, 3] : [], 0);
    trace(doc, toPoints(own));
  }
  doc.setLineDashPattern([], 0);
}

/** Writes names below the axis, as many as have room. */
function drawNames(doc: jsPDF, names: readonly string[], { toX }: Scale, { x, y, width }: Box): void {
  const widest = Math.max(0, ...names.map((name) => doc.getTextWidth(drawable(name)))) + 8;
  const room = Math.max(1, Math.floor(width / Math.min(widest, 90)));
  const step = Math.max(1, Math.ceil(names.length / room));
  names.forEach((name, at) => {
    if (at % step > 0) return;
    const text = cutText(doc, name, 88);
    const half = doc.getTextWidth(text) / 2;
    doc.text(text, Math.min(Math.max(toX(at), x + half), x + width - half), y + SIZE + 3, { align: 'center' });
  });
}

function drawUpright(doc: jsPDF, chart: PaperChart, box: Box): void {
  const { low, high, ticks, names, places, limit, flags } = chart;
  doc.setFont(FONT, 'normal').setFontSize(SIZE).setTextColor(GREY);
  const axis = Math.max(0, ...ticks.map(({ text }) => doc.getTextWidth(drawable(text)))) + 6;
  const plot = { x: box.x + axis, y: box.y + 6, width: box.width - axis, height: box.height - 6 - SIZE - 6 };
  const place = plot.width / Math.max(1, names.length);
  const scale: Scale = {
    place,
    toX: (at) => (places ? plot.x + plot.width * (places[at] ?? 0) : plot.x + place * (at + 0.5)),
    toY: (value) => plot.y + plot.height * (1 - (value - low) / (high - low)),
  };
  doc.setDrawColor(LINE).setLineWidth(0.4);
  for (const { at, text } of ticks) {
    const y = scale.toY(at);
    doc.line(plot.x, y, plot.x + plot.width, y).text(drawable(text), plot.x - 4, y + SIZE / 3, { align: 'right' });
  }
  drawUprightMarks(doc, chart, scale);
  if (limit !== null) {
    doc
      .setDrawColor(...COLOURS.beyond)
      .setLineWidth(0.8)
      .setLineDashPattern([4, 3], 0);
    doc.line(plot.x, scale.toY(limit), plot.x + plot.width, scale.toY(limit)).setLineDashPattern([], 0);
  }
  doc.setFont(FONT, 'normal').setFontSize(SIZE).setTextColor(GREY);
  drawNames(doc, names, scale, { ...plot, y: plot.y + plot.height });
  doc
    .setDrawColor(...COLOURS.process)
    .setTextColor(...COLOURS.process)
    .setLineWidth(0.5);
  for (const { at, number } of flags) {
    const x = scale.toX(at);
    doc.line(x, plot.y, x, plot.y + plot.height).text(String(number), x + 2, plot.y + 2);
  }
}

const DRAWINGS = { upright: drawUpright, sideways: drawSideways, waterfall: drawWaterfall };

/** Draws a chart with its keys into a box, without its title. */
export function drawChart(doc: jsPDF, chart: PaperChart, box: Box): void {
  const keys = drawKeys(doc, chart.marks, box);
  doc.setFont(FONT, 'normal').setFontSize(SIZE).setTextColor(GREY);
  const notes = chart.notes.slice(0, 3).map((note) => cutText(doc, note, box.width));
  notes.forEach((note, at) => {
    doc.text(note, box.x, box.y + box.height - (notes.length - 1 - at) * 9);
  });
  DRAWINGS[chart.shape](doc, chart, { ...box, y: box.y + keys, height: box.height - keys - notes.length * 9 });
}

/** Draws the course of a figure into a box. */
export function drawCourse(doc: jsPDF, course: readonly { at: number; value: number }[], { x, y, width, height }: Box): void {
  const values = course.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const toY = (value: number) => y + height * (high > low ? 1 - (value - low) / (high - low) : 0.5);
  doc
    .setDrawColor(...COLOURS.fact)
    .setFillColor(...COLOURS.fact)
    .setLineWidth(1);
  trace(
    doc,
    course.map(({ at, value }) => [x + width * at, toY(value)] as const),
  );
}

/** Colours of a judged change, as on screen: better is blue, worse is amber. */
export const CHANGE_COLOURS: Record<'good' | 'bad' | 'neutral', Colour> = {
  good: COLOURS.under,
  bad: COLOURS.over,
  neutral: [GREY, GREY, GREY],
};
