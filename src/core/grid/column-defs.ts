import type { ColDef, ColGroupDef } from 'ag-grid-community';
import { cellText } from '#common/files/input.ts';
import { headerWithUnit, type TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { align, KIND_FORMATS } from '#common/format/kinds.ts';
import { cellOrder } from '#common/format/order.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import { judge } from './judge.ts';
import { StatusCell } from './status-cell.tsx';

export interface DefOptions {
  format: Formatter;
  /** The word in the total row, and the column where it stands. */
  total: { key: string | undefined; word: () => string };
  /** Over all rows: the longest numbers, in bold, that a column must have room for. */
  totals: Row;
  /** Columns that stay in sight while one scrolls sideways. */
  pinned: ReadonlySet<string>;
  /** Their words are looked through for the longest. */
  rows: readonly Row[];
  /** A pinned column takes no more than this. */
  widest: number;
}

const CHARACTER = 7.5;
const DIGIT = 8.5;
const LEAST: Partial<Record<TextColumn['kind'], number>> = { text: 140, status: 156, datetime: 150, date: 116, money: 104, weight: 96 };

/** Days and times are about equally long in one language, so that one of them tells. */
function sampleText({ key, kind }: TextColumn, rows: readonly Row[], format: Formatter): string {
  if (!['date', 'time', 'datetime'].includes(KIND_FORMATS[kind].type)) return '';
  const cell = rows.find((row) => (row[key] ?? null) !== null)?.[key];
  // Two digits wherever there may be: 12:59 rather than 6:05.
  return format.value(kind, cell).replaceAll(/\b\d(?=[:/.])/g, '00');
}

/** As wide as the longest word of the header, which may break between words into three lines, as a day or time, and as the total. */
function leastWidth(column: TextColumn, totalText: string, sample: string): number {
  const header = headerWithUnit(column);
  // Lines break before they are full: of three, two and a half are filled.
  const words = [...header.split(' ').map(({ length }) => length), header.length / 2.5].map((length) => length * CHARACTER + 40);
  return Math.round(Math.min(Math.max(LEAST[column.kind] ?? 84, totalText.length * DIGIT + 32, sample.length * DIGIT + 32, ...words), 220));
}

/** Other words get so much before they are cut, px. */
const FREE_WORDS = 210;
/** Rows beyond these hardly hold a longer word. */
const LOOKED_THROUGH = 2000;

/** More letters are a sentence: small, on two lines, with the room that is left. */
const SENTENCE = 50;

function longestWords({ key }: TextColumn, rows: readonly Row[]): number {
  let longest = 0;
  for (const row of rows.slice(0, LOOKED_THROUGH)) longest = Math.max(longest, String(row[key] ?? '').length);
  return longest;
}

function columnDef(
  column: TextColumn,
  columns: readonly TextColumn[],
  { format, total, totals, pinned, rows, widest }: DefOptions,
): ColDef<Row, Cell> {
  const right = align(column.kind) === 'right';
  const least = leastWidth(column, column.total ? cellText(format, column, totals[column.key]) : '', sampleText(column, rows, format));
  const isPinned = pinned.has(column.key);
  const longest = column.kind === 'text' ? longestWords(column, rows) : 0;
  const isSentence = longest > SENTENCE && !isPinned;
  // Of a column of words: room for its longest, as far as the others are left room.
  const width =
    column.kind === 'text' ? Math.max(least, Math.min(Math.round(longest * CHARACTER) + 40, isPinned ? widest : FREE_WORDS)) : least;
  const percentKey = columns.find(({ key, kind, deviation }) => deviation && kind === 'percent' && key.startsWith(column.key))?.key;
  return {
    colId: column.key,
    headerName: headerWithUnit(column),
    // Keys may hold dots, which `field` would take for a path.
    valueGetter: ({ data }) => data?.[column.key] ?? null,
    valueFormatter: ({ value, data, node }) => {
      // A row that is still to come shows nothing.
      if (!node?.rowPinned) return data ? cellText(format, column, value) : '';
      if (column.key === total.key) return total.word();
      return value === null || value === undefined ? '' : cellText(format, column, value);
    },
    comparator: cellOrder(format.language),
    initialHide: column.hidden ?? false,
    pinned: isPinned && 'left',
    minWidth: isPinned ? least : width,
    initialWidth: width,
    // Room that is left over is shared out, not among pinned columns, which would take it from the others.
    initialFlex: isPinned ? undefined : isSentence ? 5 : column.kind === 'text' ? 2 : 1,
    headerClass: right ? 'grid-right' : undefined,
    cellClass: right ? 'grid-right' : column.kind === 'status' ? 'grid-status' : isSentence ? 'grid-sentence' : undefined,
    cellRenderer: column.kind === 'status' ? StatusCell : undefined,
    cellClassRules: column.compares
      ? {
          'grid-under': ({ value }) => Number(value) < 0 && column.compares !== 'base',
          'grid-over': ({ value }) => Number(value) > 0 && column.compares !== 'base',
        }
      : column.deviation
        ? Object.fromEntries(
            (['under', 'over', 'beyond-under', 'beyond-over'] as const).map((name) => [
              `grid-${name}`,
              ({ data }) => data !== undefined && judge(data, column.key, percentKey) === name,
            ]),
          )
        : // What somebody noted stands in the last column; that there is something, one sees at once.
          column === columns[0]
          ? { 'grid-noted': ({ data }) => Boolean(data?.remark) }
          : undefined,
  };
}

/** Neighbours under one heading become a group, which moving columns keeps together. */
export function columnDefs(columns: readonly TextColumn[], options: DefOptions): (ColDef<Row, Cell> | ColGroupDef<Row>)[] {
  const defs: (ColDef<Row, Cell> | ColGroupDef<Row>)[] = [];
  for (const column of columns) {
    const def = columnDef(column, columns, options);
    const last = defs.at(-1);
    if (!column.heading) defs.push(def);
    else if (last && 'children' in last && last.headerName === column.heading) last.children.push(def);
    else defs.push({ headerName: column.heading, groupId: `${column.heading}-${column.key}`, marryChildren: true, children: [def] });
  }
  return defs;
}
