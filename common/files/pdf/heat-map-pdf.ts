import type { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import type { HeatMap } from '#common/files/drawn-charts.ts';
import { HEAT_COVER, heatHue } from '#common/files/heat-map.ts';
import { drawable, FONT, PAGE_MARGIN } from './create-pdf.ts';

type Colour = [red: number, green: number, blue: number];

/** Colours of the light scheme. */
const HUES: Record<ReturnType<typeof heatHue>, Colour> = { under: [37, 99, 168], over: [151, 96, 10], fact: [43, 122, 80] };
const INK = 30;
const LINE = 200;
const SIZE = 8;
const PADDING = 3;
const TITLE = 24;
/** Maximum share of a page's width for a name. */
const WIDEST_NAME = 0.3;

/** The colour on white paper. */
function ground(heatMap: HeatMap, heat: number | null): Colour | false {
  if (!heat) return false;
  const cover = Math.abs(heat) * HEAT_COVER;
  return HUES[heatHue(heatMap, heat)].map((part) => Math.round(255 - (255 - part) * cover)) as Colour;
}

/** Draws a heat map below what is on the page, or on the next; one that is too wide in parts, each with the names of its lines. Gives where it ends. */
export function drawHeatMap(doc: jsPDF, heatMap: HeatMap, startY: number): number {
  const { title, unit, side, headings, lines } = heatMap;
  const { width, height } = doc.internal.pageSize;
  const room = width - 2 * PAGE_MARGIN;
  doc.setFont(FONT, 'bold').setFontSize(SIZE);
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => doc.getTextWidth(drawable(text)))) + 2 * PADDING + 1;
  const name = Math.min(widest([side, ...lines.map((line) => line.name)]), room * WIDEST_NAME);
  const cell = Math.min(widest([...headings, ...lines.flatMap(({ cells }) => cells.map(({ text }) => text))]), room - name);
  const beside = Math.max(1, Math.floor((room - name) / cell));
  let y = startY;
  for (let from = 0; from < headings.length; from += beside) {
    const part = { from, to: from + beside };
    // A heading at a page's foot would stand without its lines.
    if (y + TITLE + 4 * SIZE > height - 2 * PAGE_MARGIN) {
      doc.addPage();
      y = PAGE_MARGIN;
    }
    doc.setFont(FONT, 'bold').setFontSize(10).setTextColor(INK);
    doc.text((doc.splitTextToSize(drawable(unit ? `${title}, ${unit}` : title), room) as string[])[0] ?? '', PAGE_MARGIN, y + TITLE - 6);
    autoTable(doc, {
      startY: y + TITLE,
      margin: { top: PAGE_MARGIN, left: PAGE_MARGIN, right: PAGE_MARGIN, bottom: PAGE_MARGIN + 4 },
      theme: 'plain',
      tableWidth: name + cell * Math.min(beside, headings.length - from),
      styles: { font: FONT, fontSize: SIZE, cellPadding: PADDING, textColor: INK, lineColor: LINE, lineWidth: 0.3, overflow: 'linebreak' },
      headStyles: { fontStyle: 'bold', valign: 'bottom', halign: 'right' },
      columnStyles: { 0: { cellWidth: name } },
      head: [[{ content: drawable(side), styles: { halign: 'left' } }, ...headings.slice(part.from, part.to).map(drawable)]],
      body: lines.map((line) => [
        drawable(line.name),
        ...line.cells.slice(part.from, part.to).map(({ text, heat }) => {
          const fillColor = ground(heatMap, heat);
          return { content: drawable(text), styles: { cellWidth: cell, halign: 'right' as const, ...(fillColor ? { fillColor } : {}) } };
        }),
      ]),
      showHead: 'everyPage',
      rowPageBreak: 'avoid',
      didDrawPage: ({ cursor }) => {
        y = cursor?.y ?? y;
      },
    });
  }
  return y;
}
