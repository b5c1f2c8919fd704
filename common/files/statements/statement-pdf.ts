import type { jsPDF } from 'jspdf';
import { autoTable, type CellInput, type RowInput } from 'jspdf-autotable';
import type { OnProgress } from '#common/files/input.ts';
import { createPdf, drawable, FONT, numberPages, PAGE_MARGIN } from '#common/files/pdf/create-pdf.ts';
import { align } from '#common/format/kinds.ts';
import { type Statement, type StatementInput, type StatementLine, statementFormatter, statementTexts } from './statement.ts';

/** What is filled in by columns at most on one page; more go on to a part of their own. */
const MAX_VALUES = 15;
const SIZES = [8.5, 8, 7.5, 7, 6.5, 6];
const LEAST_HEADER = 5;
const PADDING = 1.8;
const LEADING_WIDTH = 54;
const WIDEST = 92;
const SIGNATURE_HEIGHT = 24;
const HEADER: [number, number, number] = [242, 244, 241];

/** The statements on A4 landscape, ruled, each with its head and its signatures. */
export async function statementPdf(input: StatementInput, onProgress?: OnProgress): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await createPdf({ orientation: 'landscape', title: input.title, language: input.language, issued: input.issued });
  doc.setLineWidth(0.5);
  input.statements.forEach((statement, i) => {
    if (i > 0) doc.addPage();
    const y = table(doc, input, statement, head(doc, statement));
    signatures(doc, input, statement, remarks(doc, statement, y));
    onProgress?.((i + 1) / (input.statements.length + 1));
  });
  numberPages(doc, input.labels.page, input.title);
  return new Uint8Array(doc.output('arraybuffer'));
}

const getRoom = (doc: jsPDF) => doc.internal.pageSize.width - 2 * PAGE_MARGIN;

/** Title and, in two columns, whose statement it is. */
function head(doc: jsPDF, { title, style, lines }: Statement): number {
  const room = getRoom(doc);
  const middle = doc.internal.pageSize.width / 2;
  let y = PAGE_MARGIN + 8;
  doc.setTextColor(0).setFont(FONT, 'bold').setFontSize(12);
  for (const line of doc.splitTextToSize(drawable(title), room) as string[]) {
    doc.text(line, middle, y, { align: 'center' });
    y += 13;
  }
  doc
    .setFont(FONT, 'normal')
    .setFontSize(7.5)
    .text(drawable(style), middle, y - 3, { align: 'center' });
  y += 10;
  doc.setFontSize(8);
  for (let i = 0; i < lines.length; i += 2) {
    const heights = lines.slice(i, i + 2).map(({ label, value }, side) => {
      const x = side === 0 ? PAGE_MARGIN : middle + 10;
      const name = `${drawable(label)}: `;
      const wide = room / 2 - 10 - doc.getTextWidth(name);
      doc.setFont(FONT, 'normal').text(name, x, y);
      const texts = (doc.splitTextToSize(drawable(value || '____________'), Math.max(wide, 60)) as string[]).slice(0, 3);
      doc.setFont(FONT, 'bold').text(texts, x + doc.getTextWidth(name), y);
      doc.setFont(FONT, 'normal');
      return texts.length;
    });
    y += 11 * Math.max(...heights);
  }
  return y - 3;
}

function table(doc: jsPDF, input: StatementInput, statement: Statement, startY: number): number {
  const { columns } = statement;
  const texts = statementTexts(statement, statementFormatter(input));
  const leading = columns.flatMap(({ leading: leads }, at) => (leads ? [at] : []));
  const values = columns.flatMap(({ leading: leads }, at) => (leads ? [] : [at]));
  const parts = Math.max(1, Math.ceil(values.length / MAX_VALUES));
  const inPart = Math.ceil(values.length / parts);
  let end = startY;
  for (let part = 0; part < parts; part++) {
    const shown = [...leading, ...values.slice(part * inPart, (part + 1) * inPart)];
    const getOwnWidth = (at: number) => columns[at]!.width ?? (columns[at]!.leading ? LEADING_WIDTH : undefined);
    const room = shown.reduce((left, at) => left - (getOwnWidth(at) ?? 0), getRoom(doc));
    const width = Math.min(WIDEST, room / Math.max(1, shown.filter((at) => getOwnWidth(at) === undefined).length));
    const getColumnWidth = (at: number) => getOwnWidth(at) ?? width;
    const figures = shown.filter((at) => columns[at]!.kind !== 'text');
    const fontSize = sizeFor(doc, figures, [...texts.above, ...texts.rows, ...texts.below], getColumnWidth);
    if (part > 0) {
      doc.addPage();
      end = PAGE_MARGIN;
    }
    autoTable(doc, {
      startY: end,
      margin: { top: PAGE_MARGIN, left: PAGE_MARGIN, right: PAGE_MARGIN, bottom: PAGE_MARGIN },
      theme: 'grid',
      tableWidth: shown.reduce((sum, at) => sum + getColumnWidth(at), 0),
      styles: {
        font: FONT,
        fontSize,
        textColor: 0,
        lineColor: 60,
        lineWidth: 0.4,
        cellPadding: { horizontal: PADDING, vertical: 1.3 },
        overflow: 'linebreak',
        valign: 'middle',
      },
      headStyles: { fontStyle: 'bold', fillColor: HEADER },
      columnStyles: Object.fromEntries(shown.map((at, i) => [i, { cellWidth: getColumnWidth(at), halign: align(columns[at]!.kind) }])),
      head: [
        shown.map((at) => header(doc, drawable(columns[at]!.header), fontSize, getColumnWidth(at))),
        ...lineRows(statement.above, texts.above, shown, leading.length),
      ],
      body: [
        ...texts.rows.map((row) => shown.map((at) => drawable(row[at]!))),
        ...lineRows(statement.below, texts.below, shown, leading.length),
      ],
      showHead: 'everyPage',
      rowPageBreak: 'avoid',
      didDrawPage: ({ cursor }) => {
        end = cursor?.y ?? end;
      },
    });
  }
  return end;
}

/** A column's name, in letters small enough for its longest word. */
function header(doc: jsPDF, content: string, fontSize: number, width: number): CellInput {
  doc.setFont(FONT, 'bold').setFontSize(1);
  const word = Math.max(0, ...content.split(/\s/).map((one) => doc.getTextWidth(one)));
  const fitting = (width - 2 * PADDING - 0.5) / word;
  return { content, styles: { halign: 'center', fontSize: Math.max(LEAST_HEADER, Math.min(fontSize, fitting)) } };
}

/** A label that has nothing under the other leading columns runs over them. */
function lineRows(lines: readonly StatementLine[], texts: readonly string[][], shown: readonly number[], leading: number): RowInput[] {
  return lines.map(({ label }, i) => {
    const row = shown.map((at) => drawable(texts[i]![at]!));
    const bare = row.slice(1, leading).every((text) => text === '');
    const styles = { fontStyle: 'bold', halign: 'right' } as const;
    const cells: CellInput[] = row.slice(bare ? leading : 1).map((content) => ({ content, styles }));
    return [{ content: drawable(label), colSpan: bare ? leading : 1, styles: { ...styles, halign: 'left' } }, ...cells];
  });
}

/** The largest letters in which every number stands on one line. */
function sizeFor(doc: jsPDF, shown: readonly number[], rows: readonly string[][], widthOf: (at: number) => number): number {
  doc.setFont(FONT, 'bold').setFontSize(1);
  const widest = shown.map((at) => Math.max(0, ...rows.map((row) => doc.getTextWidth(drawable(row[at]!)))));
  const fits = (size: number) => shown.every((at, i) => widest[i]! * size + 2 * PADDING + 0.5 <= widthOf(at));
  // A month of days and its lines stand on one page in letters of this size.
  const most = rows.length > 24 ? 7 : SIZES[0]!;
  return SIZES.find((size) => size <= most && fits(size)) ?? SIZES.at(-1)!;
}

/** Sentences under the table; where the next thing may begin. */
function remarks(doc: jsPDF, { remarks: texts = [] }: Statement, startY: number): number {
  const { height } = doc.internal.pageSize;
  let y = startY;
  for (const text of texts) {
    doc.setFont(FONT, 'normal').setFontSize(8).setTextColor(0);
    for (const line of doc.splitTextToSize(drawable(text), getRoom(doc)) as string[]) {
      if (y + 14 > height - PAGE_MARGIN) {
        doc.addPage();
        y = PAGE_MARGIN;
      }
      y += 14;
      doc.text(line, PAGE_MARGIN, y);
    }
  }
  return y;
}

/** Two beside each other: office, a line to sign on, name. */
function signatures(doc: jsPDF, { labels }: StatementInput, statement: Statement, startY: number): void {
  const rows = Math.ceil(statement.signatures.length / 2);
  const { width, height } = doc.internal.pageSize;
  let y = startY + 26;
  if (y + (rows - 1) * SIGNATURE_HEIGHT + 8 > height - PAGE_MARGIN + 6) {
    doc.addPage();
    y = PAGE_MARGIN + 20;
  }
  const wide = getRoom(doc) / 2 - 10;
  const line = 90;
  doc.setDrawColor(0).setTextColor(0);
  statement.signatures.forEach(({ role, name }, i) => {
    const x = i % 2 === 0 ? PAGE_MARGIN : width / 2 + 10;
    const at = y + Math.floor(i / 2) * SIGNATURE_HEIGHT;
    const from = x + (wide - line) * 0.45;
    doc.setFont(FONT, 'normal').setFontSize(8);
    const fitted = (text: string, room: number) => (doc.splitTextToSize(drawable(text), room) as string[]).slice(0, 2);
    const office = fitted(role, from - x - 6);
    doc.text(office, x, at - (office.length - 1) * 9);
    doc.line(from, at + 1, from + line, at + 1);
    doc.text(fitted(name, x + wide - from - line - 6), from + line + 6, at);
    doc.setFontSize(6).text(drawable(labels.signature), from + line / 2, at + 8, { align: 'center' });
  });
}
