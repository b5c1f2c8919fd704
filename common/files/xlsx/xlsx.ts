import { strFromU8, strToU8, unzipSync } from 'fflate';
import { alignedColumns } from '#common/files/aligned-columns.ts';
import type { ExportInput, OnProgress } from '#common/files/input.ts';
import type { Row } from '#contract/reports/shape.ts';
import { joined, pack } from './pack.ts';
import { setIssued } from './xlsx-look.ts';
import { rowWriter } from './xlsx-rows.ts';
import { addShell } from './xlsx-shell.ts';

/** Rows between two looks at progress and cancelling. */
const SLICE = 1000;
/** A sheet whose rows come as they are written: `rows` are the first of `count`, for its widths and styles. */
export interface LongSheet extends ExportInput {
  count: number;
  parts: () => AsyncIterable<readonly Row[]>;
}

/** A workbook of one sheet an input, and those beside it. */
export async function toXlsx(
  input: ExportInput | readonly ExportInput[],
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = ('columns' in input ? [input] : input).flatMap((sheet) => [sheet, ...(sheet.beside ?? [])]);
  const chunks: Uint8Array[] = [];
  await writeXlsx(sheets.map(inParts), (chunk) => void chunks.push(chunk), onProgress, signal);
  return joined(chunks);
}

function inParts(sheet: ExportInput): LongSheet {
  const { rows } = sheet;
  return {
    ...sheet,
    count: rows.length,
    async *parts() {
      for (let from = 0; from < rows.length; from += SLICE) yield rows.slice(from, from + SLICE);
    },
  };
}

/**
 * Writes a workbook of one sheet an input, holding no more of it than a part of the rows. ExcelJS makes all but the rows; they are
 * written straight into the sheet's XML as it is packed (docs/decisions/120-files-hold-exact-numbers.md).
 */
export async function writeXlsx(
  given: readonly LongSheet[],
  take: (chunk: Uint8Array) => void | Promise<void>,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<void> {
  const { Workbook } = await import('exceljs').then((module) => module.default ?? module);
  const sheets = given.map((sheet) => ({ ...sheet, columns: alignedColumns(sheet) }));
  const workbook = new Workbook();
  workbook.creator = 'Manger';
  const at = given[0]?.issued?.at;
  if (at) setIssued(workbook, at);
  const firsts = sheets.map((sheet) => addShell(workbook, sheet));
  const files = unzipSync(new Uint8Array(await workbook.xlsx.writeBuffer()));
  const total = sheets.reduce((sum, sheet) => sum + sheet.count, 0);
  let written = 0;

  const packed = pack(take, at);
  for (const [name, bytes] of Object.entries(files)) {
    const number = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1];
    const sheet = number ? sheets[Number(number) - 1] : undefined;
    const shell = sheet?.count && splitAtRow(strFromU8(bytes), firsts[Number(number) - 1]!);
    const push = packed.file(name);
    if (!sheet || !shell) {
      await push(bytes, true);
      continue;
    }
    await push(strToU8(shell.before));
    for await (const { xml, count } of writeRows(sheet, shell)) {
      await push(strToU8(xml));
      written += count;
      onProgress?.(written / total);
      if (signal) {
        // Lets the signal's owner run.
        await new Promise((resolve) => setTimeout(resolve));
        signal.throwIfAborted();
      }
    }
    await push(strToU8(shell.after), true);
  }
  await packed.end();
}

/** The rows of a sheet as XML, a part at a time. */
async function* writeRows(sheet: LongSheet, { styles, first }: SheetShell) {
  const write = rowWriter(sheet, styles);
  let line = first;
  for await (const rows of sheet.parts()) {
    const start = line;
    line += rows.length;
    yield { xml: rows.map((row, at) => write(row, start + at)).join(''), count: rows.length };
  }
}

type SheetShell = NonNullable<ReturnType<typeof splitAtRow>>;

/** The sheet's XML around its first row, and the styles that row's cells have. */
function splitAtRow(xml: string, first: number) {
  const found = new RegExp(`<row r="${first}"[^>]*>(.*?)</row>`).exec(xml);
  const styles = Array.from(found?.[1]?.matchAll(/ s="(\d+)"/g) ?? [], ([, style]) => style!);
  if (!found || styles.length === 0) return undefined;
  return { first, styles, before: xml.slice(0, found.index), after: xml.slice(found.index + found[0].length) };
}
