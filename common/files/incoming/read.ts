import { round } from '#common/format/decimal.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { Kind } from '#contract/kinds.ts';
import { type FileCell, type FileSheets, type HiddenReason, isEmpty, type Sheet, textIn, toPlainCell } from './cell.ts';
import { type ApiValue, apiValue } from './cells.ts';
import { decodings, parseCsv, SEPARATORS } from './csv.ts';
import { compareMoisture, compareTotals, compareWeights, WHOLE } from './doubts.ts';
import { type FileLine, type FileRow, gather } from './gather.ts';
import { type FoundColumn, type FoundHeader, findHeader } from './header.ts';
import { detectKind } from './kind.ts';
import { resolveUnits } from './line-units.ts';
import type { FilePlan } from './plan.ts';
import { type ColumnMeaning, FileProblem } from './problem.ts';
import { type ColumnReading, findReading } from './resolve.ts';
import { isSignature, isTotalWord } from './synonyms.ts';
import { kgOfOwn } from './units.ts';
import { MAX_COLUMNS, readOpenDocument, readWorkbook } from './workbook.ts';

/** Why lines of the file aren't rows of the list. */
export type LeftReason =
  | HiddenReason
  | 'total'
  | 'signature'
  | 'repeated_heading'
  | 'other_sheet'
  | 'hidden_sheet'
  /** Lines of days that aren't shown, in a paste, and lines with a cell that isn't understood. */
  | 'other_days'
  | 'unread';

/** Lines that aren't read: their numbers, none for a whole sheet. */
export interface LeftOut {
  reason: LeftReason;
  sheet: string;
  lines: number[];
}

export interface FileContent {
  rows: FileRow[];
  /** The columns that were known, in the file's order. */
  columns: string[];
  /** Headings of columns that nothing is read from. */
  ignored: string[];
  /** Columns in another unit than the reader's. */
  units: { heading: string; unit: string; kg: number }[];
  /** Sheets that are read, with the count of their lines. */
  sheets: { name: string; lines: number }[];
  left: LeftOut[];
  /** A text whose day and month could be exchanged, and the day as which it is read. */
  example: { text: string; day: string } | null;
  meanings: ColumnMeaning[];
}

interface Found {
  header: FoundHeader;
  sheet: Sheet & { openQuote?: number };
}

/** Reads a workbook or a text file: finds the headings, and returns the rows below them as the API takes them. Throws a `FileProblem`. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>, plan: FilePlan): Promise<FileContent> {
  const { found, left } = findTables(await readSheets(bytes, plan), plan);
  try {
    return readTables(found, left, plan);
  } catch (error) {
    if (error instanceof FileProblem) error.meanings = describeColumns(found[0]!);
    throw error;
  }
}

function readTables(found: readonly Found[], left: readonly LeftOut[], plan: FilePlan): FileContent {
  const tables = found.map((one) => readTable(one, plan, found.length > 1));
  const lines = tables.flatMap((table) => table.lines);
  if (lines.length === 0) throw new FileProblem('no_rows');
  if (lines.length > plan.mostRows) throw new FileProblem('too_many_rows');
  const [{ header }, first] = [found[0]!, tables[0]!];
  return {
    rows: gather(lines, { ...plan, fields: replaceFound(plan.fields, header.columns) }),
    columns: header.columns.map(({ field }) => field.key),
    ignored: header.others.filter(({ role }) => role === null).map(({ heading }) => heading),
    units: first.units,
    sheets: found.map(({ sheet }, at) => ({ name: sheet.name, lines: tables[at]?.lines.length ?? 0 })),
    left: [...tables.flatMap((table) => table.left), ...left],
    example: tables.find((table) => table.example)?.example ?? null,
    meanings: describeColumns(found[0]!),
  };
}

/** The fields of the list; those that the file has, as its units define them. */
const replaceFound = (fields: FilePlan['fields'], columns: readonly FoundColumn[]): FilePlan['fields'] =>
  fields.map((field) => columns.find((column) => column.field.key === field.key)?.field ?? field);

async function readSheets(bytes: Uint8Array<ArrayBuffer>, plan: FilePlan): Promise<FileSheets & { isText: boolean }> {
  const kind = detectKind(bytes);
  if (kind === 'text') return { sheets: readTexts(bytes, plan), hiddenSheets: [], isText: true };
  // Titles and lines that are left out come on top of the rows.
  const mostRows = plan.mostRows + 100;
  const read = kind === 'ods' ? readOpenDocument(bytes, mostRows) : readWorkbook(bytes, mostRows);
  return { ...(await read), isText: false };
}

/** A text file names neither its encoding nor its separator: the headings decide which reading is right. */
function readTexts(bytes: Uint8Array<ArrayBuffer>, { language }: FilePlan): Sheet[] {
  return decodings(bytes, language).flatMap((text) => {
    if (text.includes('\0')) throw new FileProblem('unreadable');
    const separators = SEPARATORS.filter((separator) => text.includes(separator));
    return (separators.length === 0 ? [';'] : separators).map((separator) => ({
      name: '',
      ...parseCsv(text, separator, MAX_COLUMNS),
      unseen: new Map(),
      hiddenColumns: new Set(),
    }));
  });
}

/** Returns the sheets to read: all with the columns of the best one. Other sheets are named as left out. */
function findTables(
  { sheets, hiddenSheets, isText }: FileSheets & { isText: boolean },
  plan: FilePlan,
): { found: Found[]; left: LeftOut[] } {
  const all = sheets.flatMap((sheet): Found[] => {
    const header = findHeader(sheet, plan);
    return header ? [{ header, sheet }] : [];
  });
  const best = all.reduce<Found | undefined>(
    (most, one) => (one.header.columns.length > (most?.header.columns.length ?? 0) ? one : most),
    undefined,
  );
  if (!best) throw new FileProblem('no_header');
  if (best.sheet.openQuote) throw new FileProblem('unclosed_quote', String(best.sheet.openQuote));
  if (isText) return { found: [best], left: [] };
  const keysIn = ({ header }: Found) =>
    header.columns
      .map(({ field }) => field.key)
      .toSorted()
      .join();
  const found = all.filter((one) => keysIn(one) === keysIn(best));
  const others = sheets.filter((sheet) => sheet.rows.length > 0 && !found.some((one) => one.sheet === sheet));
  return {
    found,
    left: [
      ...others.map(({ name }): LeftOut => ({ reason: 'other_sheet', sheet: name, lines: [] })),
      ...hiddenSheets.map((name): LeftOut => ({ reason: 'hidden_sheet', sheet: name, lines: [] })),
    ],
  };
}

interface ReadTable {
  lines: FileLine[];
  left: LeftOut[];
  units: FileContent['units'];
  example: FileContent['example'];
}

function readTable({ header, sheet }: Found, plan: FilePlan, isOneOfMany: boolean): ReadTable {
  const { columns } = header;
  const unknown = columns.filter(({ unit }) => unit === null);
  if (unknown.length > 0) throw new FileProblem('unknown_unit', unknown.map(({ heading }) => heading).join('; '));
  const reader = findReading(header, sheet, plan);
  const left = new Map<LeftReason, number[]>();
  const leave = (reason: LeftReason, line: number) => left.set(reason, [...(left.get(reason) ?? []), line]);
  const lines: FileLine[] = [];
  const totals: { line: number; cells: readonly FileCell[] }[] = [];
  for (const [index, cells] of sheet.rows.entries()) {
    if (index < reader.firstLine || columns.every(({ at }) => isEmpty(cells[at]))) continue;
    const unseen = sheet.unseen.get(index);
    const reason = unseen ?? reasonToLeave(cells, header, plan);
    if (reason) {
      leave(reason, index + 1);
      if (reason === 'total') totals.push({ line: index + 1, cells });
      continue;
    }
    lines.push(readLine(cells, index + 1, isOneOfMany ? sheet.name : undefined, header, reader, plan));
  }
  reader.demandRead();
  compareTotals(totals, lines, header, reader);
  return {
    lines,
    left: [...left].map(([reason, numbers]) => ({ reason, sheet: isOneOfMany ? sheet.name : '', lines: numbers })),
    units: convertedIn(columns, reader, plan),
    example: reader.example,
  };
}

function readLine(
  cells: readonly FileCell[],
  line: number,
  sheet: string | undefined,
  { columns, language }: FoundHeader,
  reader: ColumnReading,
  plan: FilePlan,
): FileLine {
  const place = sheet ? `${sheet}: ${line}` : String(line);
  const units = resolveUnits(cells, place, reader, plan);
  const values: Record<string, ApiValue> = {};
  for (const { field, at, isMoisture } of columns) {
    const cell = units.numbers.has(at) ? toPlainCell(units.numbers.get(at)) : demandSound(cells[at] ?? null, field.kind, place);
    const { kg, order, marks } = { kg: units.kg.get(at) ?? 1, order: reader.order, marks: reader.marks.get(at) ?? {} };
    const value = apiValue(cell, { ...field, language, kg, order, marks });
    values[field.key] = isMoisture && typeof value === 'number' ? round(WHOLE - value, 2) : value;
  }
  const doubts = [...compareWeights(values, cells, units, reader, language), ...compareMoisture(values, cells, columns, reader, language)];
  joinTime(values, cells, reader);
  return { line, ...(sheet === undefined ? {} : { sheet }), values, ...(doubts.length === 0 ? {} : { doubts }) };
}

/** Amounts of a merged area belong to several lines together; a formula without a stored result has no value. */
function demandSound(cell: FileCell, kind: Kind, place: string) {
  if (typeof cell === 'object' && cell !== null) {
    if ('uncached' in cell) throw new FileProblem('formula_without_value', place);
    if ('struck' in cell) throw new FileProblem('struck_cells', place);
    if ('merged' in cell && (kind === 'weight' || kind === 'money' || kind === 'count')) throw new FileProblem('merged_amount', place);
  }
  return toPlainCell(cell);
}

/** Adds a time that stands in a column of its own to a day. */
function joinTime(values: Record<string, ApiValue>, cells: readonly FileCell[], { moment, time, readTimeAt }: ColumnReading): void {
  if (!moment || time === undefined) return;
  const day = values[moment];
  const isDay = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}(?:T00:00:00)?$/.test(day);
  const clock = readTimeAt(cells[time]);
  if (isDay && clock) values[moment] = `${day.slice(0, 10)}T${clock}`;
  else if (isDay && !isEmpty(cells[time])) values[moment] = `${day.slice(0, 10)} ${textIn(toPlainCell(cells[time]))}`;
}

function reasonToLeave(cells: readonly FileCell[], { columns, line: _, others }: FoundHeader, plan: FilePlan): LeftReason | undefined {
  const known = columns.filter(({ at }) => !isEmpty(cells[at]));
  const text = (at: number) => textIn(toPlainCell(cells[at])).trim();
  if (known.length > 1 && known.every(({ at, heading }) => text(at) === heading)) return 'repeated_heading';
  const filled = cells.flatMap((cell, at) => (isEmpty(cell) ? [] : [at]));
  const [first = 0] = filled;
  const isNumeric = (at: number) => {
    const cell = toPlainCell(cells[at]);
    return typeof cell === 'number' || (typeof cell === 'object' && cell !== null && 'number' in cell) || /^[\d\s.,'’%−-]+$/.test(text(at));
  };
  const isWhole = columns.length > 2 || others.length > 0;
  if (isTotalWord(text(first)) && filled.slice(1).every(isNumeric) && filled.length < Math.max(2, columns.length)) return 'total';
  if (isWhole && plan.fields.length > 1 && isSigned(filled.map(text), columns, isNumeric)) return 'signature';
  return undefined;
}

/** True if a line has a place for a signature, or begins with a word for one, and has no number in a column of figures. */
function isSigned(texts: readonly string[], columns: readonly FoundColumn[], isNumeric: (at: number) => boolean): boolean {
  const [first = ''] = texts;
  if (texts.length === 1) return isSignature(first);
  const figures = columns.filter(({ field }) => KIND_FORMATS[field.kind].type === 'number');
  return figures.length > 0 && !figures.some(({ at }) => isNumeric(at)) && (isSignature(first) || texts.some((text) => /_{4,}/.test(text)));
}

function convertedIn(columns: readonly FoundColumn[], { own, named }: ColumnReading, { units }: FilePlan): FileContent['units'] {
  return columns.flatMap(({ heading, at }) => {
    const [unit, kg] = [named.get(at), own.get(at)];
    return unit && kg !== undefined && kg !== kgOfOwn(units) ? [{ heading, unit, kg }] : [];
  });
}

const SAMPLES = 3;

function describeColumns({ header, sheet }: Found): ColumnMeaning[] {
  const findSamples = (at: number) => {
    const filled = sheet.rows
      .slice(header.line + 1)
      .filter((row, index) => !sheet.unseen.has(header.line + 1 + index) && !isEmpty(row[at]));
    return filled.slice(0, SAMPLES).map((row) => textIn(toPlainCell(row[at])));
  };
  const known = header.columns.map(({ at, heading, field, unit, isMoisture }) => ({
    at,
    heading,
    field: isMoisture ? null : field.key,
    role: isMoisture ? ('moisture' as const) : null,
    unit: unit?.name ?? '',
  }));
  const others = header.others.map(({ at, heading, role, unit }) => ({ at, heading, field: null, role, unit }));
  return [...known, ...others].toSorted((a, b) => a.at - b.at).map(({ at, ...column }) => ({ ...column, samples: findSamples(at) }));
}
