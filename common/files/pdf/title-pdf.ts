import type { jsPDF } from 'jspdf';
import type { ExportInput } from '#common/files/input.ts';
import { drawable, FONT, PAGE_MARGIN } from './create-pdf.ts';

const INK = 30;
const GREY = 110;

/** Draws the title, its lines and its notes. Returns where they end. */
export function titleBlock(doc: jsPDF, input: Pick<ExportInput, 'title' | 'lines' | 'numbers' | 'notes'>): number {
  const { width, height } = doc.internal.pageSize;
  const room = width - 2 * PAGE_MARGIN;
  let y = PAGE_MARGIN + 10;
  const write = (text: string, x: number, wide: number, step: number) => {
    for (const line of doc.splitTextToSize(drawable(text), wide) as string[]) {
      if (y > height - 2 * PAGE_MARGIN) {
        doc.addPage();
        y = PAGE_MARGIN + 10;
      }
      doc.text(line, x, y);
      y += step;
    }
  };
  doc.setFont(FONT, 'bold').setFontSize(14).setTextColor(INK);
  write(input.title, PAGE_MARGIN, room, 17);
  doc.setFont(FONT, 'normal').setFontSize(8.5);
  const { numbers } = input;
  const lines = numbers ? [...input.lines, { label: numbers.label, value: numbers.cut }] : input.lines;
  const indent = Math.min(room / 3, Math.max(0, ...lines.map(({ label }) => doc.getTextWidth(drawable(label)))) + 12);
  for (const { label, value } of lines) {
    doc.setTextColor(GREY).text((doc.splitTextToSize(drawable(label), indent - 4) as string[])[0] ?? '', PAGE_MARGIN, y);
    doc.setTextColor(INK);
    write(value || '–', PAGE_MARGIN + indent, room - indent, 12);
  }
  doc.setTextColor(GREY);
  for (const note of input.notes) write(note, PAGE_MARGIN, room, 12);
  return y + 2;
}
