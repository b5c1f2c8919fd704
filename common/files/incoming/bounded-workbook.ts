import { strToU8, zipSync } from 'fflate';
import { FileProblem } from './problem.ts';
import { openPackage } from './unpack.ts';

/** Cells with something in them, shared texts, rows, and cells that are merged: of all visible sheets together, each. */
const MAX_PIECES = 400_000;
const MAX_SHEETS = 100;
/** Excel itself takes as many formats of cells. */
const MAX_FORMATS = 65_500;
const [EXCEL_LINES, EXCEL_COLUMNS] = [1_048_576, 16_384];

/** Cells that show what the first of them holds; counted from 1. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A visible sheet, in the order of the workbook. */
export interface BoundedSheet {
  name: string;
  merged: Area[];
  /** Indexes of hidden columns, from 0. */
  hiddenColumns: Set<number>;
}

export interface BoundedWorkbook {
  /** A workbook that contains only the cells of the visible sheets, with their number formats and fonts. */
  bytes: Uint8Array<ArrayBuffer>;
  sheets: BoundedSheet[];
  hiddenSheets: string[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/**
 * Reduces a workbook to the parts that an import reads, and counts those parts before the parser runs. A few bytes can stretch a merged area
 * or a defined name over 17 billion cells: such parts are removed, and merged areas are returned beside the workbook.
 * Throws a `FileProblem`: 'too_much' past a bound, 'unreadable' if the file is no workbook.
 */
export function boundWorkbook(file: Uint8Array, columns: number): BoundedWorkbook {
  const unpack = openPackage(file);
  const part = (name: string) => withoutPrefixes(unpack(name));
  const book = part('xl/workbook.xml');
  const relations = part('xl/_rels/workbook.xml.rels');
  if (book === undefined || relations === undefined) throw new FileProblem('unreadable');
  const count = { row: 0, c: 0, merged: 0 };
  const listed = findSheets(book, relations);
  const described: BoundedSheet[] = [];
  const visible = listed.filter(({ isVisible }) => isVisible);
  const sheets = visible.map(({ path, name }) => {
    const sheet = part(path) ?? '';
    const [data, rest] = readCells(sheet);
    count.row = bounded(count.row + countElements(data, 'row'), MAX_PIECES);
    count.c = bounded(count.c + countElements(data, 'c'), MAX_PIECES);
    demandPlaces(data);
    const areas = findAreas(rest);
    for (const { top, left, bottom, right } of areas) {
      count.merged = bounded(count.merged + (bottom - top + 1) * Math.max(0, Math.min(right, columns) - left + 1), MAX_PIECES);
    }
    described.push({ name, merged: areas, hiddenColumns: findHiddenColumns(sheet, columns) });
    return `<worksheet xmlns="${MAIN}">${data}</worksheet>`;
  });
  const texts = findSection(part('xl/sharedStrings.xml') ?? '', 'sst');
  bounded(countElements(texts, 'si'), MAX_PIECES);
  const styles = part('xl/styles.xml') ?? '';
  const [numbers, formats, fonts] = [findSection(styles, 'numFmts'), findSection(styles, 'cellXfs'), findSection(styles, 'fonts')];
  bounded(countElements(numbers, 'numFmt') + countElements(formats, 'xf') + countElements(fonts, 'font'), MAX_FORMATS);
  const properties = /<workbookPr[\s/][^<>]*>/.exec(book)?.[0].replace(/([^/])>$/, '$1/>') ?? '';
  const names = sheets.map((_, at) => at + 1);
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${properties}<sheets>${names.map((at) => `<sheet name="${at}" sheetId="${at}" r:id="rId${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${names.map((at) => `<Relationship Id="rId${at}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="texts" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    // A parser looks formats up in these lists, which must exist.
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${numbers}${fonts || '<fonts><font/></fonts>'}<fills><fill/></fills><borders><border/></borders>${formats}</styleSheet>`,
    ...(texts ? { 'xl/sharedStrings.xml': texts } : {}),
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet])),
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 0 });
  const hiddenSheets = listed.filter(({ isVisible }) => !isVisible).map(({ name }) => name);
  return { bytes: bytes as Uint8Array<ArrayBuffer>, sheets: described, hiddenSheets };
}

/** Some programs write every element with a prefix: `<x:row>`. */
function withoutPrefixes(xml: string | undefined): string | undefined {
  return xml && /<\w+:(?:worksheet|workbook|sst|styleSheet|Relationships)[\s>]/.test(xml) ? xml.replace(/<(\/?)\w+:(?=\w)/g, '<$1') : xml;
}

function bounded(count: number, most: number): number {
  if (count > most) throw new FileProblem('too_much');
  return count;
}

/** Returns the number of opening tags of an element. */
function countElements(xml: string, element: string): number {
  let count = 0;
  for (let at = xml.indexOf(`<${element}`); at !== -1; at = xml.indexOf(`<${element}`, at + 1)) {
    if (/[\s/>]/.test(xml.charAt(at + element.length + 1))) count += 1;
  }
  return count;
}

/** The element with all that is in it; '' if there is none, or nothing in it. */
function findSection(xml: string, element: string): string {
  const opened = new RegExp(`<${element}(?:\\s[^<>]*)?>`).exec(xml);
  if (!opened || opened[0].endsWith('/>')) return '';
  const closed = new RegExp(`</${element}\\s*>`, 'g');
  closed.lastIndex = opened.index;
  const end = closed.exec(xml);
  if (!end) throw new FileProblem('unreadable');
  return xml.slice(opened.index, end.index + end[0].length);
}

/** Returns the cells that contain something, and the part of the sheet behind the cells. A formula is kept only without its result. */
function readCells(sheet: string): [data: string, rest: string] {
  const rest = sheet.slice(Math.max(0, sheet.search(/<\/sheetData\s*>/)));
  const data = findSection(sheet, 'sheetData')
    .replace(/<c\s[^<>]*\/>/g, '')
    .replace(/<f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/f\s*>)(?=(\s*<v\s*(?:>[^<]|xml:))?)/g, (_, value) => (value === undefined ? '<f>0</f>' : ''));
  return [data || '<sheetData/>', rest];
}

/** A row or a cell that no spreadsheet has would be looked for through all numbers before it. */
function demandPlaces(data: string): void {
  for (const [, line] of data.matchAll(/<row\s(?:[^<>]*\s)?r="(\d+)"/g))
    if (Number(line) > EXCEL_LINES) throw new FileProblem('unreadable');
  for (const [, letters = '', line] of data.matchAll(/<c\s(?:[^<>]*\s)?r="([A-Z]+)(\d+)"/g)) {
    if (letters.length > 3 || toColumnNumber(letters) > EXCEL_COLUMNS || Number(line) > EXCEL_LINES) throw new FileProblem('unreadable');
  }
}

const toColumnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Returns the merged areas of a sheet, whichever corner an area names first. */
function findAreas(xml: string): Area[] {
  const areas: Area[] = [];
  const pattern = /<mergeCell\s[^<>]*ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
  for (const [, first = '', start, last = '', end] of xml.matchAll(pattern)) {
    const rows = [Number(start), Number(end)];
    const columns = [toColumnNumber(first), toColumnNumber(last)];
    areas.push({ top: Math.max(1, Math.min(...rows)), left: Math.min(...columns), bottom: Math.max(...rows), right: Math.max(...columns) });
    bounded(areas.length, MAX_PIECES);
  }
  return areas;
}

interface ListedSheet {
  path: string;
  name: string;
  isVisible: boolean;
}

/** Returns the sheets of a workbook in their order. */
function findSheets(book: string, relations: string): ListedSheet[] {
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  const targets = new Map(
    [...relations.matchAll(/<Relationship\s[^<>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target')?.replace(/^\/?xl\//, ''),
    ]),
  );
  const sheets = [...book.matchAll(/<sheet\s[^<>]*>/g)].flatMap(([tag]) => {
    const target = targets.get(attribute(tag, '\\w+:id'));
    const isVisible = (attribute(tag, 'state') ?? 'visible') === 'visible';
    return target === undefined ? [] : [{ path: `xl/${target}`, name: decodeEntities(attribute(tag, 'name') ?? ''), isVisible }];
  });
  bounded(sheets.length, MAX_SHEETS);
  return sheets;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (ENTITIES[name] ?? whole);
  });

/** Returns the indexes of hidden columns among the first `columns`. */
function findHiddenColumns(sheet: string, columns: number): Set<number> {
  const hidden = new Set<number>();
  for (const [tag] of findSection(sheet.slice(0, Math.max(0, sheet.search(/<sheetData/))), 'cols').matchAll(/<col\s[^<>]*>/g)) {
    if (!/\shidden="(?:1|true)"/.test(tag)) continue;
    const [, first = '1'] = /\smin="(\d+)"/.exec(tag) ?? [];
    const [, last = first] = /\smax="(\d+)"/.exec(tag) ?? [];
    for (let at = Number(first); at <= Math.min(Number(last), columns); at += 1) hidden.add(at - 1);
  }
  return hidden;
}
