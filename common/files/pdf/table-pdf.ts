import type { jsPDF } from 'jspdf';
import { autoTable, type CellDef, type CellInput, type UserOptions } from 'jspdf-autotable';
import { alignedColumns } from '#common/files/aligned-columns.ts';
import { cellText, type ExportInput, formatterOf, hasTotals, headerText, headingRuns, totalLabelAt } from '#common/files/input.ts';
import { align, KIND_FORMATS } from '#common/format/kinds.ts';
import { drawable, FONT, PAGE_MARGIN } from './create-pdf.ts';
import { type ColumnWidth, type Layout, PADDING } from './pdf-layout.ts';

const INK = 30;
const GREY = 110;
const LINE = 200;
/** Words wider than this, at size 1, are broken; numbers and dates never are. */
const LONGEST_WORD = 11;
const HEADER: [number, number, number] = [237, 242, 236];

export interface Texts {
  body: string[][];
  total: string[];
}

/** Texts of the rows and of the total, as they are drawn. */
export function tableTexts(input: ExportInput): Texts {
  const format = formatterOf(input);
  const { rows, totals } = input;
  const labelAt = totalLabelAt(input);
  const columns = alignedColumns(input);
  return {
    body: rows.map((row) => columns.map((column) => drawable(cellText(format, column, row[column.key])))),
    total: columns.map((column, at) => {
      if (at === labelAt) return drawable(input.labels.total);
      const total = totals[column.key] ?? null;
      return total === null ? '' : drawable(cellText(format, column, total));
    }),
  };
}

/** Widths that the columns need. */
export function measure(doc: jsPDF, { columns }: ExportInput, { body, total }: Texts): ColumnWidth[] {
  doc.setFont(FONT, 'bold').setFontSize(1);
  const width = (text: string) => doc.getTextWidth(text);
  return columns.map((column, at) => {
    const isText = KIND_FORMATS[column.kind].type === 'text';
    const texts = body.map((row) => row[at]!);
    // Measuring every text would cost more than drawing it; the one of most letters is the widest, or nearly.
    const widest = width(findLongest([total[at]!, ...texts]));
    const word = isText ? Math.min(width(findLongest(texts.flatMap((text) => text.split(/[\s-]/)))), LONGEST_WORD) : widest;
    const header = Math.min(Math.max(...drawable(headerText(column)).split(/\s/).map(width)), LONGEST_WORD);
    return {
      word: Math.max(header, word) * 1.03,
      text: Math.max(header, widest) * 1.03,
      label: align(column.kind) === 'left',
    };
  });
}

const findLongest = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');

type DrawnRow = (row: number) => void;

/** Draws one part of a table. Returns where it ends. */
export function drawTable(
  doc: jsPDF,
  input: ExportInput,
  texts: Texts,
  { size }: Layout,
  part: Layout['parts'][number],
  startY: number,
  drawn: DrawnRow,
): number {
  const columns = part.map(({ at }) => input.columns[at]!);
  const pick = (row: readonly string[]): CellInput[] => part.map(({ at }) => row[at]!);
  const options: UserOptions = {
    startY,
    margin: { top: PAGE_MARGIN, left: PAGE_MARGIN, right: PAGE_MARGIN, bottom: PAGE_MARGIN + 4 },
    theme: 'plain',
    tableWidth: part.reduce((sum, { width }) => sum + width, 0),
    styles: { font: FONT, fontSize: size, cellPadding: { horizontal: PADDING, vertical: size / 4 }, textColor: INK, overflow: 'linebreak' },
    headStyles: { fontStyle: 'bold', fillColor: HEADER, valign: 'bottom' },
    bodyStyles: { lineColor: LINE, lineWidth: { bottom: 0.4 } },
    footStyles: { fontStyle: 'bold', lineColor: GREY, lineWidth: { top: 0.8 } },
    columnStyles: Object.fromEntries(
      part.map(({ width }, i) => [
        i,
        {
          cellWidth: width,
          halign: align(columns[i]!.kind),
          overflow: KIND_FORMATS[columns[i]!.kind].type === 'text' ? 'linebreak' : 'visible',
        },
      ]),
    ),
    head: head(columns),
    body: texts.body.map(pick),
    foot: hasTotals(input)
      ? [part.map(({ at }) => ({ content: texts.total[at]!, styles: { halign: align(input.columns[at]!.kind) } }))]
      : [],
    showHead: 'everyPage',
    showFoot: 'lastPage',
    rowPageBreak: 'avoid',
    didDrawCell: ({ section, column, row }) => {
      if (section === 'body' && column.index === 0 && row.index % 200 === 0) drawn(row.index);
    },
  };
  let end = startY;
  autoTable(doc, {
    ...options,
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
  });
  return end;
}

function head(columns: ExportInput['columns']): CellDef[][] {
  const bottom = columns.map((column) => ({ content: drawable(headerText(column)), styles: { halign: align(column.kind) } }));
  if (!columns.some((column) => column.heading)) return [bottom];
  const runs = headingRuns(columns);
  const top = runs.map(
    ({ heading, from, to }): CellDef =>
      heading ? { content: drawable(heading), colSpan: to - from + 1, styles: { halign: 'center' } } : { ...bottom[from]!, rowSpan: 2 },
  );
  const under = bottom.filter((_, at) => columns[at]!.heading);
  return [top, under.map((cell) => ({ ...cell, styles: { ...cell.styles, lineColor: LINE, lineWidth: { top: 0.6 } } }))];
}
