import type { jsPDF } from 'jspdf';
import { signColour } from '#common/files/charts/marks.ts';
import type { PaperColour, PaperMarks } from '#common/files/charts/paper-chart.ts';
import { drawable } from './create-pdf.ts';

export type Colour = [red: number, green: number, blue: number];

/** Colours of the light scheme. */
export const COLOURS: Record<PaperColour, Colour> = {
  fact: [43, 122, 80],
  straw: [171, 131, 32],
  under: [37, 99, 168],
  over: [151, 96, 10],
  process: [166, 84, 8],
  plan: [95, 111, 128],
  beyond: [179, 38, 30],
  pale: [160, 160, 150],
};
export const INK = 30;
export const GREY = 110;
export const SIZE = 7;
/** Share of a point's place that its bars take. */
export const BARS = 0.72;

/** A place on a page in points. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const barColour = ({ signed, colour }: PaperMarks, value: number): Colour => COLOURS[signed ? signColour(value) : colour];

/** The first line of a text that fits into the width. */
export function cutText(doc: jsPDF, text: string, width: number): string {
  const whole = drawable(text);
  if (doc.getTextWidth(whole) <= width) return whole;
  let length = whole.length;
  while (length > 1 && doc.getTextWidth(`${whole.slice(0, length)}…`) > width) length -= 1;
  return `${whole.slice(0, length).trimEnd()}…`;
}
