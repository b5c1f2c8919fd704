import type { jsPDF } from 'jspdf';
import { autoTable, type RowInput } from 'jspdf-autotable';
import { createPdf, drawable, FONT, numberPages, PAGE_MARGIN } from '#common/files/pdf/create-pdf.ts';
import { decimalsIn } from '#common/format/decimal.ts';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import {
  type LoadSheet,
  type LoadSheetFeeding,
  type LoadSheetInput,
  type LoadSheetPart,
  printedFeeding,
  runningTotals,
} from './load-sheet.ts';

/** High enough to write a number with gloves on. */
const ROW_HEIGHT = 22;
const HEAD_HEIGHT = 18;
const HEADER: [number, number, number] = [242, 244, 241];
const FOOT_ROOM = 30;
const SIGN_ROOM = 46;
const WRITTEN = 4;
const COLUMN_GAP = 14;
/** More feedings side by side couldn't be read from a driver's seat. */
const MAX_COLUMNS = 3;

/** Sizes by the number of feedings beside each other on the paper. */
const WIDE = { font: 10, number: 24, weight: 84, heads: 60 } as const;
const NARROW = { font: 9, number: 18, weight: 50, heads: 36 } as const;

/** Position of a feeding on the paper. */
interface Column {
  x: number;
  width: number;
  sizes: typeof WIDE | typeof NARROW;
}

/**
 * Each sheet on A4: its head, its feedings with the order of loading and the groups, and a signature at the foot. One feeding is in
 * portrait, several are side by side.
 */
export async function loadSheetPdf(input: LoadSheetInput): Promise<Uint8Array<ArrayBuffer>> {
  const chooseOrientation = ({ feedings }: LoadSheet) => (feedings.length > 1 ? 'landscape' : 'portrait');
  const doc = await createPdf({
    orientation: input.sheets[0] ? chooseOrientation(input.sheets[0]) : 'portrait',
    title: input.title,
    language: input.language,
  });
  const format = createFormatter({ ...input, labels: {} });
  input.sheets.forEach((sheet, i) => {
    const lies = chooseOrientation(sheet);
    if (i > 0) doc.addPage('a4', lies);
    const columns = layOutColumns(doc, sheet.feedings.length);
    let top = head(doc, input, sheet) + 16;
    let at = 0;
    let y = top;
    sheet.feedings.forEach((planned, index) => {
      const feeding = printedFeeding(planned, format);
      const fits = () => y + computeHeight(doc, columns[at]!, feeding) <= getBottom(doc) - SIGN_ROOM;
      if (index > 0 && !fits()) {
        at += 1;
        if (at === columns.length) {
          doc.addPage('a4', lies);
          at = 0;
          top = PAGE_MARGIN + 10;
        }
        y = top;
      }
      const page = doc.getCurrentPageInfo().pageNumber;
      y = drawFeeding(doc, input, format, feeding, index + 1, columns[at]!, y) + 20;
      // After a feeding longer than a page, the others start below it.
      if (doc.getCurrentPageInfo().pageNumber > page) {
        at = columns.length - 1;
        top = PAGE_MARGIN + 10;
      }
    });
    sign(doc, input, y, lies);
  });
  numberPages(doc, input.labels.page, input.foot);
  return new Uint8Array(doc.output('arraybuffer'));
}

const getRoom = (doc: jsPDF) => doc.internal.pageSize.width - 2 * PAGE_MARGIN;
const getBottom = (doc: jsPDF) => doc.internal.pageSize.height - FOOT_ROOM;
const splitLines = (doc: jsPDF, text: string, room: number, most: number) =>
  (doc.splitTextToSize(drawable(text), room) as string[]).slice(0, most);

/** Number of columns that fills pages evenly: four feedings are two and two. */
function layOutColumns(doc: jsPDF, feedings: number): Column[] {
  const count = Math.ceil(feedings / Math.ceil(feedings / MAX_COLUMNS));
  const width = (getRoom(doc) - (count - 1) * COLUMN_GAP) / count;
  const sizes = count === MAX_COLUMNS ? NARROW : WIDE;
  return Array.from({ length: count }, (_, at) => ({ x: PAGE_MARGIN + at * (width + COLUMN_GAP), width, sizes }));
}

/** Height of a feeding in a column; long names may need a second line. */
function computeHeight(doc: jsPDF, { width, sizes }: Column, { ingredients, groups }: LoadSheetFeeding): number {
  doc.setFont(FONT, 'normal').setFontSize(sizes.font);
  const rows = (parts: readonly LoadSheetPart[], others: number) =>
    parts.reduce((sum, { name }) => {
      const lines = (doc.splitTextToSize(drawable(name), width - others - 10) as string[]).length;
      return sum + Math.max(ROW_HEIGHT, lines * sizes.font * 1.15 + 4);
    }, 0);
  const ofIngredients = rows(ingredients, sizes.number + 3 * sizes.weight);
  const ofGroups = rows(groups, sizes.number + sizes.heads + 2 * sizes.weight);
  return 44 + 2 * HEAD_HEIGHT + ofIngredients + ofGroups;
}

/** Title, and in two columns period, mixer and operator. */
function head(doc: jsPDF, { title }: LoadSheetInput, { lines }: LoadSheet): number {
  const middle = doc.internal.pageSize.width / 2;
  let y = PAGE_MARGIN + 10;
  doc.setTextColor(0).setFont(FONT, 'bold').setFontSize(14).text(drawable(title), PAGE_MARGIN, y);
  y += 18;
  doc.setFontSize(WIDE.font);
  for (let i = 0; i < lines.length; i += 2) {
    const heights = lines.slice(i, i + 2).map(({ label, value }, side) => {
      const x = side === 0 ? PAGE_MARGIN : middle + 10;
      const name = `${drawable(label)}: `;
      doc.setFont(FONT, 'normal').text(name, x, y);
      const texts = splitLines(doc, value || '____________________', getRoom(doc) / 2 - 10 - doc.getTextWidth(name), 2);
      doc.setFont(FONT, 'bold').text(texts, x + doc.getTextWidth(name), y);
      return texts.length;
    });
    y += 13 * Math.max(...heights);
  }
  return y;
}

function drawFeeding(
  doc: jsPDF,
  input: LoadSheetInput,
  format: Formatter,
  feeding: LoadSheetFeeding,
  number: number,
  column: Column,
  startY: number,
): number {
  const { labels } = input;
  const { x, width, sizes } = column;
  let y = startY;
  const text = weightText(format, feeding);
  const aside = [
    `${text(feeding.weight)} ${labels.unit}`,
    feeding.mixSeconds > 0 ? `${labels.mixing}: ${format.value('duration', feeding.mixSeconds)} ${labels.minutes}` : '',
    feeding.leftovers > 0 ? `${labels.leftovers}: ${text(feeding.leftovers)} ${labels.unit}` : '',
  ].filter(Boolean);
  doc.setFont(FONT, 'bold').setFontSize(11).setTextColor(0);
  const name = splitLines(doc, `${number}. ${feeding.ration}`, width, 2);
  doc.text(name, x, y);
  y += name.length * 13;
  doc.setFont(FONT, 'normal').setFontSize(9);
  const asideLines = splitLines(doc, aside.join('   ·   '), width, 3);
  doc.text(asideLines, x, y);
  y += (asideLines.length - 1) * 11;
  y = table(
    doc,
    column,
    y + 5,
    ['№', labels.ingredient, labels.plan, labels.weigher, labels.fact],
    [sizes.number, 0, sizes.weight, sizes.weight, sizes.weight],
    ingredientRows(feeding, text),
  );
  return table(
    doc,
    column,
    y + 6,
    ['№', labels.group, labels.heads, labels.plan, labels.fact],
    [sizes.number, 0, sizes.heads, sizes.weight, sizes.weight],
    groupRows(feeding.groups, format, text),
  );
}

/** A feeding's printed numbers with equal decimals; unknown ones stay empty. */
function weightText(format: Formatter, feeding: LoadSheetFeeding) {
  const { ingredients, groups, weight, leftovers } = feeding;
  const numbers = [weight, leftovers, ...[...ingredients, ...groups].flatMap(({ plan, fact }) => [plan, fact ?? 0])];
  const decimals = Math.max(...numbers.map(decimalsIn));
  return (number: number | null) => (number === null ? '' : format.printed(number, decimals));
}

function ingredientRows(feeding: LoadSheetFeeding, text: (number: number | null) => string): RowInput[] {
  const totals = runningTotals(feeding);
  return feeding.ingredients.map(({ name, plan, fact }, at) => [String(at + 1), drawable(name), text(plan), text(totals[at]!), text(fact)]);
}

const groupRows = (parts: readonly LoadSheetPart[], format: Formatter, text: (number: number | null) => string): RowInput[] =>
  parts.map(({ name, heads, plan, fact }, at) => [String(at + 1), drawable(name), format.value('count', heads), text(plan), text(fact)]);

/** A width of 0 takes the remaining space. */
function table(doc: jsPDF, column: Column, startY: number, header: readonly string[], widths: readonly number[], body: RowInput[]): number {
  const { x, width, sizes } = column;
  const rest = width - widths.reduce((sum, one) => sum + one, 0);
  let end = startY;
  autoTable(doc, {
    startY,
    margin: { top: PAGE_MARGIN, left: x, right: doc.internal.pageSize.width - x - width, bottom: FOOT_ROOM },
    theme: 'grid',
    tableWidth: width,
    styles: {
      font: FONT,
      fontSize: sizes.font,
      textColor: 0,
      lineColor: 60,
      lineWidth: 0.5,
      cellPadding: { horizontal: sizes === NARROW ? 3 : 5, vertical: 2 },
      minCellHeight: ROW_HEIGHT,
      valign: 'middle',
      overflow: 'linebreak',
    },
    headStyles: { fontStyle: 'bold', fontSize: sizes === NARROW ? 7 : 8, fillColor: HEADER, minCellHeight: HEAD_HEIGHT },
    columnStyles: Object.fromEntries(
      widths.map((one, at) => [
        at,
        { cellWidth: one || rest, halign: at < 2 ? 'left' : 'right', fontStyle: at === header.length - 2 ? 'bold' : 'normal' },
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

/** A signature line with its label, at the foot of the sheet's last page. */
function sign(doc: jsPDF, { labels }: LoadSheetInput, from: number, lies: 'landscape' | 'portrait'): void {
  if (from > getBottom(doc) - SIGN_ROOM + 20) doc.addPage('a4', lies);
  const y = getBottom(doc) - 18;
  const width = getRoom(doc) / WRITTEN;
  doc.setFont(FONT, 'normal').setTextColor(0).setDrawColor(0).setLineWidth(0.5);
  [labels.operator, labels.signature].forEach((label, at) => {
    const x = PAGE_MARGIN + at * (width * 2);
    doc.line(x, y, x + width * 1.7, y);
    doc.setFontSize(7.5).text(drawable(label), x, y + 10);
  });
}
