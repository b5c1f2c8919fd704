import { apiValue, type FileCell } from './cells.ts';
import { decodings, parseCsv, SEPARATORS } from './csv.ts';
import { type FileLine, type FileRow, gather } from './file-rows.ts';
import { type FoundColumn, type FoundHeader, findHeader } from './header.ts';
import type { FilePlan } from './plan.ts';
import { FileProblem } from './problem.ts';
import { kgOfOwn } from './units.ts';
import { MOST_COLUMNS, readWorkbook } from './workbook.ts';

export interface FileContent {
  rows: FileRow[];
  /** The columns that were known, in the file's order. */
  columns: string[];
  /** Headings of columns that nothing is read from. */
  ignored: string[];
  /** Columns in another unit than the reader's. */
  units: { heading: string; unit: string; kg: number }[];
}

interface Found {
  header: FoundHeader;
  rows: readonly (readonly FileCell[])[];
}

/** Reads a workbook or a CSV: finds the headings, and gives the rows below them as the API takes them. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>, plan: FilePlan): Promise<FileContent> {
  const { header, rows } = await find(bytes, plan);
  const { language, columns } = header;
  const unknown = columns.filter(({ unit }) => unit === null);
  if (unknown.length > 0) throw new FileProblem('unknown_unit', unknown.map(({ heading }) => heading).join('; '));
  const lines = rows.flatMap((cells, index): FileLine[] => {
    if (index <= header.line || columns.every(({ at }) => isEmpty(cells[at]))) return [];
    const values = columns.map(({ field, at, unit }) => [
      field.key,
      apiValue(cells[at] ?? null, { ...field, language, kg: unit?.kg ?? 1 }),
    ]);
    return [{ line: index + 1, values: Object.fromEntries(values) }];
  });
  if (lines.length === 0) throw new FileProblem('no_rows');
  if (lines.length > plan.mostRows) throw new FileProblem('too_many_rows');
  return {
    rows: gather(lines, plan),
    columns: columns.map(({ field }) => field.key),
    ignored: header.ignored,
    units: convertedIn(columns, plan.units),
  };
}

const convertedIn = (columns: readonly FoundColumn[], reader: FilePlan['units']) =>
  columns.flatMap(({ heading, unit }) =>
    unit && unit.name !== '' && unit.kg !== kgOfOwn(reader) ? [{ heading, unit: unit.name, kg: unit.kg }] : [],
  );

const isEmpty = (cell: FileCell | undefined) => cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

async function find(bytes: Uint8Array<ArrayBuffer>, plan: FilePlan): Promise<Found> {
  // `PK`: every workbook is a zip; the older kind begins as all OLE documents do.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new FileProblem('old_excel');
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const tables = isWorkbook ? await readWorkbook(bytes, plan.mostRows + 100) : csvTables(bytes, plan);
  let best: Found | undefined;
  for (const rows of tables) {
    const header = findHeader(rows, plan);
    if (header && header.columns.length > (best?.header.columns.length ?? 0)) best = { header, rows };
  }
  if (!best) throw new FileProblem('no_header');
  return best;
}

/** A CSV says neither its encoding nor its separator: the headings tell which reading is right. */
function* csvTables(bytes: Uint8Array, { language }: FilePlan): Generator<string[][]> {
  for (const text of decodings(bytes, language)) {
    if (text.includes('\0')) throw new FileProblem('unreadable');
    for (const separator of SEPARATORS) if (text.includes(separator)) yield parseCsv(text, separator, MOST_COLUMNS);
    if (!SEPARATORS.some((separator) => text.includes(separator))) yield parseCsv(text, ';', MOST_COLUMNS);
  }
}
