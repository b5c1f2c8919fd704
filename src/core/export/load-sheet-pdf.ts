import type { jsPDF } from 'jspdf';
import { autoTable, type RowInput } from 'jspdf-autotable';
import { createFormatter, type Formatter } from '../format/formatter.ts';
import { createPdf, drawable, FONT, numberPages, PAGE_MARGIN } from './create-pdf.ts';
import { type LoadSheet, type LoadSheetFeeding, type LoadSheetInput, type LoadSheetPart, runningTotals } from './load-sheet.ts';

/** High enough for a number written with gloves on. */
const ROW_HEIGHT = 22;
const HEAD_HEIGHT = 18;
const FONT_SIZE = 10;
const HEADER: [number, number, number] = [242, 244, 241];
const NUMBER_WIDTH = 24;
const WEIGHT_WIDTH = 84;
const HEADS_WIDTH = 60;
const FOOT_ROOM = 30;
const WRITTEN = 4;

/** Each sheet on A4 upright: its head, then every feeding with the order of loading and the groups, then who signs. */
export async function loadSheetPdf(input: LoadSheetInput): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await createPdf({ orientation: 'portrait', title: input.title, language: input.language });
  const format = createFormatter({ language: input.language, timezone: input.timezone });
  input.sheets.forEach((sheet, i) => {
    if (i > 0) doc.addPage();
    let y = head(doc, input, sheet);
    sheet.feedings.forEach((feeding, at) => {
      y = drawFeeding(doc, input, format, feeding, at + 1, y);
    });
    sign(doc, input, y);
  });
  numberPages(doc, input.labels.page, input.foot);
  return new Uint8Array(doc.output('arraybuffer'));
}

const roomOf = (doc: jsPDF) => doc.internal.pageSize.width - 2 * PAGE_MARGIN;
const bottomOf = (doc: jsPDF) => doc.internal.pageSize.height - FOOT_ROOM;
const linesOf = (doc: jsPDF, text: string, room: number, most: number) =>
  (doc.splitTextToSize(drawable(text), room) as string[]).slice(0, most);

/** Title, and in two columns where, when and with what. */
function head(doc: jsPDF, { title }: LoadSheetInput, { lines }: LoadSheet): number {
  const middle = doc.internal.pageSize.width / 2;
  let y = PAGE_MARGIN + 10;
  doc.setTextColor(0).setFont(FONT, 'bold').setFontSize(14).text(drawable(title), PAGE_MARGIN, y);
  y += 18;
  doc.setFontSize(FONT_SIZE);
  for (let i = 0; i < lines.length; i += 2) {
    const heights = lines.slice(i, i + 2).map(({ label, value }, side) => {
      const x = side === 0 ? PAGE_MARGIN : middle + 10;
      const name = `${drawable(label)}: `;
      doc.setFont(FONT, 'normal').text(name, x, y);
      const texts = linesOf(doc, value || '____________________', roomOf(doc) / 2 - 10 - doc.getTextWidth(name), 2);
      doc.setFont(FONT, 'bold').text(texts, x + doc.getTextWidth(name), y);
      return texts.length;
    });
    y += 13 * Math.max(...heights);
  }
  return y;
}

/** One feeding, on one page if a page holds it. */
function drawFeeding(
  doc: jsPDF,
  input: LoadSheetInput,
  format: Formatter,
  feeding: LoadSheetFeeding,
  number: number,
  startY: number,
): number {
  const { labels } = input;
  const rows = feeding.ingredients.length + feeding.groups.length;
  const height = 40 + 2 * HEAD_HEIGHT + 10 + rows * ROW_HEIGHT;
  let y = startY + 16;
  if (y + height > bottomOf(doc) && startY > PAGE_MARGIN + 90) {
    doc.addPage();
    y = PAGE_MARGIN + 10;
  }
  const { decimals, text } = weights(format, feeding);
  const aside = [
    `${text(feeding.weight)} ${labels.unit}`,
    feeding.mixSeconds > 0 ? `${labels.mixing}: ${format.value('duration', feeding.mixSeconds)} ${labels.minutes}` : '',
    feeding.leftovers > 0 ? `${labels.leftovers}: ${format.value('weight', feeding.leftovers, { decimals })} ${labels.unit}` : '',
  ].filter(Boolean);
  doc.setFont(FONT, 'bold').setFontSize(11).setTextColor(0);
  const name = linesOf(doc, `${number}. ${feeding.ration}`, roomOf(doc), 2);
  doc.text(name, PAGE_MARGIN, y);
  y += name.length * 13;
  doc
    .setFont(FONT, 'normal')
    .setFontSize(9)
    .text(drawable(aside.join('   ·   ')), PAGE_MARGIN, y);
  y = table(
    doc,
    y + 5,
    ['№', labels.ingredient, labels.plan, labels.weigher, labels.fact],
    [NUMBER_WIDTH, 0, WEIGHT_WIDTH, WEIGHT_WIDTH, WEIGHT_WIDTH],
    ingredientRows(feeding, text),
  );
  return table(
    doc,
    y + 6,
    ['№', labels.group, labels.heads, labels.plan, labels.fact],
    [NUMBER_WIDTH, 0, HEADS_WIDTH, WEIGHT_WIDTH, WEIGHT_WIDTH],
    groupRows(feeding.groups, format, text),
  );
}

/** A feeding's numbers with equal decimals; what isn't known yet stays empty. */
function weights(format: Formatter, feeding: LoadSheetFeeding) {
  const { ingredients, groups, weight, leftovers } = feeding;
  const decimals = format.decimals('weight', [
    weight,
    leftovers,
    ...runningTotals(feeding),
    ...[...ingredients, ...groups].flatMap(({ plan, fact }) => [plan, fact]),
  ]);
  return { decimals, text: (kg: number | null) => (kg === null ? '' : format.value('weight', kg, { decimals })) };
}

function ingredientRows(feeding: LoadSheetFeeding, text: (kg: number | null) => string): RowInput[] {
  const totals = runningTotals(feeding);
  return feeding.ingredients.map(({ name, plan, fact }, at) => [String(at + 1), drawable(name), text(plan), text(totals[at]!), text(fact)]);
}

const groupRows = (parts: readonly LoadSheetPart[], format: Formatter, text: (kg: number | null) => string): RowInput[] =>
  parts.map(({ name, heads, plan, fact }, at) => [String(at + 1), drawable(name), format.value('count', heads), text(plan), text(fact)]);

/** `widths`: 0 takes what the others leave. */
function table(doc: jsPDF, startY: number, header: readonly string[], widths: readonly number[], body: RowInput[]): number {
  const rest = roomOf(doc) - widths.reduce((sum, width) => sum + width, 0);
  let end = startY;
  autoTable(doc, {
    startY,
    margin: { top: PAGE_MARGIN, left: PAGE_MARGIN, right: PAGE_MARGIN, bottom: FOOT_ROOM },
    theme: 'grid',
    tableWidth: roomOf(doc),
    styles: {
      font: FONT,
      fontSize: FONT_SIZE,
      textColor: 0,
      lineColor: 60,
      lineWidth: 0.5,
      cellPadding: { horizontal: 5, vertical: 2 },
      minCellHeight: ROW_HEIGHT,
      valign: 'middle',
      overflow: 'linebreak',
    },
    headStyles: { fontStyle: 'bold', fontSize: 8, fillColor: HEADER, minCellHeight: HEAD_HEIGHT },
    columnStyles: Object.fromEntries(
      widths.map((width, at) => [
        at,
        { cellWidth: width || rest, halign: at < 2 ? 'left' : 'right', fontStyle: at === header.length - 2 ? 'bold' : 'normal' },
      ]),
    ),
    head: [header.map((content, at) => ({ content: drawable(content), styles: { halign: at < 2 ? 'left' : 'right' } }))],
    body,
    rowPageBreak: 'avoid',
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
  });
  return end;
}

/** A line to sign on, over its word. */
function sign(doc: jsPDF, { labels }: LoadSheetInput, startY: number): void {
  let y = startY + 36;
  if (y + 10 > bottomOf(doc)) {
    doc.addPage();
    y = PAGE_MARGIN + 30;
  }
  const width = roomOf(doc) / WRITTEN;
  doc.setFont(FONT, 'normal').setTextColor(0).setDrawColor(0).setLineWidth(0.5);
  [labels.operator, labels.signature].forEach((label, at) => {
    const x = PAGE_MARGIN + at * (width * 2);
    doc.line(x, y, x + width * 1.7, y);
    doc.setFontSize(7.5).text(drawable(label), x, y + 10);
  });
}
