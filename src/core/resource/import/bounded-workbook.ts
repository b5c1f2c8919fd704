import { strToU8, zipSync } from 'fflate';
import { FileProblem } from './problem.ts';
import { openPackage } from './unpack.ts';

/** Cells with something in them, shared texts, rows, and cells that are merged: of all visible sheets together, each. */
const MOST_PIECES = 400_000;
const MOST_SHEETS = 100;
/** Excel itself takes as many formats of cells. */
const MOST_FORMATS = 65_500;
const [MOST_LINES_OF_EXCEL, MOST_COLUMNS_OF_EXCEL] = [1_048_576, 16_384];

/** Cells that show what the first of them holds; counted from 1. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface BoundedWorkbook {
  /** A workbook of the visible sheets' cells and their formats of numbers, and of nothing else. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The merged areas of each sheet. */
  merged: Area[][];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/**
 * Cuts a workbook down to what an import reads, and counts that before anything is parsed. A parser would walk through every cell of a merged area,
 * a defined name or a validated range, which a few bytes stretch over seventeen thousand million cells: those parts are left out, and merged areas
 * are given back beside it. Throws a `FileProblem`: 'too_much' past a bound, 'unreadable' for what is no workbook.
 */
export function boundWorkbook(file: Uint8Array, columns: number): BoundedWorkbook {
  const part = openPackage(file);
  const book = part('xl/workbook.xml');
  const relations = part('xl/_rels/workbook.xml.rels');
  if (book === undefined || relations === undefined) throw new FileProblem('unreadable');
  const count = { row: 0, c: 0, merged: 0 };
  const merged: Area[][] = [];
  const sheets = visibleSheets(book, relations).map((path) => {
    const sheet = part(path) ?? '';
    const [data, rest] = cellsOf(sheet);
    count.row = bounded(count.row + countOf(data, 'row'), MOST_PIECES);
    count.c = bounded(count.c + countOf(data, 'c'), MOST_PIECES);
    demandPlaces(data);
    const areas = areasOf(rest);
    for (const { top, left, bottom, right } of areas) {
      count.merged = bounded(count.merged + (bottom - top + 1) * Math.max(0, Math.min(right, columns) - left + 1), MOST_PIECES);
    }
    merged.push(areas);
    return `<worksheet xmlns="${MAIN}">${data}</worksheet>`;
  });
  const texts = sectionOf(part('xl/sharedStrings.xml') ?? '', 'sst');
  bounded(countOf(texts, 'si'), MOST_PIECES);
  const styles = part('xl/styles.xml') ?? '';
  const [numbers, formats] = [sectionOf(styles, 'numFmts'), sectionOf(styles, 'cellXfs')];
  bounded(countOf(numbers, 'numFmt') + countOf(formats, 'xf'), MOST_FORMATS);
  const properties = /<workbookPr[\s/][^<>]*>/.exec(book)?.[0].replace(/([^/])>$/, '$1/>') ?? '';
  const names = sheets.map((_, at) => at + 1);
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${properties}<sheets>${names.map((at) => `<sheet name="${at}" sheetId="${at}" r:id="rId${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${names.map((at) => `<Relationship Id="rId${at}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
    // Looks are looked up in these lists, which must be there.
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${numbers}<fonts><font/></fonts><fills><fill/></fills><borders><border/></borders>${formats}</styleSheet>`,
    ...(texts ? { 'xl/sharedStrings.xml': texts } : {}),
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet])),
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 0 });
  return { bytes: bytes as Uint8Array<ArrayBuffer>, merged };
}

function bounded(count: number, most: number): number {
  if (count > most) throw new FileProblem('too_much');
  return count;
}

/** How often an element is opened. */
function countOf(xml: string, element: string): number {
  let count = 0;
  for (let at = xml.indexOf(`<${element}`); at !== -1; at = xml.indexOf(`<${element}`, at + 1)) {
    if (/[\s/>]/.test(xml.charAt(at + element.length + 1))) count += 1;
  }
  return count;
}

/** The element with all that is in it; '' if there is none, or nothing in it. */
function sectionOf(xml: string, element: string): string {
  const opened = new RegExp(`<${element}(?:\\s[^<>]*)?>`).exec(xml);
  if (!opened || opened[0].endsWith('/>')) return '';
  const closed = new RegExp(`</${element}\\s*>`, 'g');
  closed.lastIndex = opened.index;
  const end = closed.exec(xml);
  if (!end) throw new FileProblem('unreadable');
  return xml.slice(opened.index, end.index + end[0].length);
}

/** The cells that hold something, without the formulas that they came of; and the rest of the sheet behind them. */
function cellsOf(sheet: string): [data: string, rest: string] {
  const rest = sheet.slice(Math.max(0, sheet.search(/<\/sheetData\s*>/)));
  const data = sectionOf(sheet, 'sheetData')
    .replace(/<c\s[^<>]*\/>/g, '')
    .replace(/<f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/f\s*>)/g, '');
  return [data || '<sheetData/>', rest];
}

/** A row or a cell that no spreadsheet has would be looked for through all numbers before it. */
function demandPlaces(data: string): void {
  for (const [, line] of data.matchAll(/<row\s(?:[^<>]*\s)?r="(\d+)"/g))
    if (Number(line) > MOST_LINES_OF_EXCEL) throw new FileProblem('unreadable');
  for (const [, letters = '', line] of data.matchAll(/<c\s(?:[^<>]*\s)?r="([A-Z]+)(\d+)"/g)) {
    if (letters.length > 3 || columnOf(letters) > MOST_COLUMNS_OF_EXCEL || Number(line) > MOST_LINES_OF_EXCEL)
      throw new FileProblem('unreadable');
  }
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Whatever corner an area names first. */
function areasOf(xml: string): Area[] {
  const areas: Area[] = [];
  const pattern = /<mergeCell\s[^<>]*ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
  for (const [, first = '', start, last = '', end] of xml.matchAll(pattern)) {
    const rows = [Number(start), Number(end)];
    const columns = [columnOf(first), columnOf(last)];
    areas.push({ top: Math.max(1, Math.min(...rows)), left: Math.min(...columns), bottom: Math.max(...rows), right: Math.max(...columns) });
    bounded(areas.length, MOST_PIECES);
  }
  return areas;
}

/** Where the visible sheets lie, in their order. */
function visibleSheets(book: string, relations: string): string[] {
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  const targets = new Map(
    [...relations.matchAll(/<Relationship\s[^<>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target')?.replace(/^\/?xl\//, ''),
    ]),
  );
  const sheets = [...book.matchAll(/<sheet\s[^<>]*>/g)].flatMap(([tag]) => {
    const target = targets.get(attribute(tag, 'r:id'));
    return target === undefined || (attribute(tag, 'state') ?? 'visible') !== 'visible' ? [] : [`xl/${target}`];
  });
  bounded(sheets.length, MOST_SHEETS);
  return sheets;
}
