import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';

type Bytes = Uint8Array<ArrayBuffer>;

const MEGABYTE = 1024 * 1024;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const toBytes = (text: string) => strToU8(text) as Bytes;

/** Builds a workbook whose only sheet is `data`. `parts` replace standard parts or are added to them. */
function book(data: string, parts: Record<string, string> = {}): Bytes {
  const own = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`,
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(own).map(([name, text]) => [name, strToU8(text)]))) as Bytes;
}

const row = (line: number, cells: readonly string[]) =>
  `<row r="${line}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

export interface HostileFile {
  /** Makes the file for a list with these headings. */
  make: (headings: readonly string[]) => Bytes | Promise<Bytes>;
  /** Reasons that the reader may give. */
  reasons: readonly string[];
  /** True if a limit applies before a list reads the file. */
  isLarge?: true;
}

/** Files that try to exhaust or mislead the reader, by their content. */
export const HOSTILE_FILES: Record<string, HostileFile> = {
  'a zip of a few kilobytes that unpacks to hundreds of megabytes': {
    make: (headings) => book(row(1, headings) + ' '.repeat(100 * MEGABYTE)),
    reasons: ['too_much'],
    isLarge: true,
  },
  'a million rows as text': {
    make: (headings) => toBytes(`${headings.join(';')}\n${`${headings.map(() => '').join(';')}1\n`.repeat(1_000_000)}`),
    reasons: ['too_many_rows'],
    isLarge: true,
  },
  'a million rows of a workbook': {
    make: (headings) => book(row(1, headings) + '<row><c><v>1</v></c></row>'.repeat(1_000_000)),
    reasons: ['too_much'],
    isLarge: true,
  },
  // Columns past those that a list can have are left out, as its other columns are.
  'ten thousand columns': {
    make: (headings) => book(row(1, [...headings, ...Array.from({ length: 10_000 }, (_, at) => `x${at}`)]) + row(2, ['1'])),
    reasons: ['taken'],
  },
  'entities that stand for each other': {
    make: () =>
      book('', {
        'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at} "&a${at - 1};&a${at - 1};">`).join('')}]><worksheet xmlns="${MAIN}"><sheetData>${row(1, ['&a29;'])}</sheetData></worksheet>`,
      }),
    reasons: ['no_header'],
  },
  'a file of another server named by an entity': {
    make: () => toBytes('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1/secret">]><x>&e;</x>'),
    reasons: ['other_file'],
  },
  'macros beside a sheet without the list': {
    make: () => book(row(1, ['?']), { 'xl/vbaProject.bin': 'macros' }),
    reasons: ['no_header'],
  },
  'a password': {
    make: () => {
      const bytes = new Uint8Array(4096);
      bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
      bytes.set(
        [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]),
        1024,
      );
      return bytes;
    },
    reasons: ['password'],
  },
  'a workbook that was cut': {
    make: (headings) => book(row(1, headings) + row(2, headings)).slice(0, 300),
    reasons: ['unreadable'],
  },
  'a picture named as a workbook': {
    make: () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) as Bytes,
    reasons: ['other_file'],
  },
  'nothing at all': { make: () => new Uint8Array(0) as Bytes, reasons: ['no_header'] },
  'formulas without results': {
    make: async (headings) => {
      const workbook = new ExcelJS.Workbook();
      workbook.addWorksheet('1').addRows([[...headings], headings.map(() => ({ formula: 'WEBSERVICE("http://127.0.0.1/")' }))]);
      return new Uint8Array((await workbook.xlsx.writeBuffer()) as ArrayBuffer);
    },
    reasons: ['formula_without_value'],
  },
};
