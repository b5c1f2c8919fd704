/**
 * A cell of a file. `wall` is a day or a moment without a time zone: `YYYY-MM-DDTHH:mm:ss.SSS`. `unit` is the text that a number's
 * format shows beside the number. `merged` is the value of a merged area, in a cell other than the first of the area.
 */
export type FileCell =
  | string
  | number
  | boolean
  | null
  | { wall: string }
  | { number: number; unit: string }
  | { merged: PlainCell }
  | { uncached: true }
  | { struck: true };
export type PlainCell = Exclude<FileCell, { merged: unknown } | { uncached: true } | { struck: true }>;

/** Why a line of a sheet isn't read. */
export type HiddenReason = 'hidden' | 'struck';

/** A sheet's cells, and the parts that a person doesn't see as valid. */
export interface Sheet {
  /** '' for a text file, which has one sheet without a name. */
  name: string;
  rows: FileCell[][];
  /** Indexes of hidden and struck-out lines. */
  unseen: ReadonlyMap<number, HiddenReason>;
  hiddenColumns: ReadonlySet<number>;
}

export interface FileSheets {
  /** Visible sheets, in their order. For a text file: each way in which its bytes can be read. */
  sheets: Sheet[];
  /** Names of hidden sheets, which aren't read. */
  hiddenSheets: string[];
}

/** Unwraps the value of a merged area. */
export function toPlainCell(cell: FileCell | undefined): PlainCell {
  if (cell === undefined || cell === null) return null;
  if (typeof cell !== 'object') return cell;
  if ('merged' in cell) return cell.merged;
  return 'uncached' in cell || 'struck' in cell ? null : cell;
}

export function isEmpty(cell: FileCell | undefined): boolean {
  if (cell === null || cell === undefined) return true;
  if (typeof cell === 'string') return cell.trim() === '';
  return typeof cell === 'object' && 'merged' in cell && isEmpty(cell.merged);
}

/** Returns the text that a person sees in a cell. */
export function textIn(cell: PlainCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('number' in cell) return `${cell.number} ${cell.unit}`;
  return cell.wall.endsWith('T00:00:00.000') ? cell.wall.slice(0, 10) : cell.wall.slice(0, 16).replace('T', ' ');
}
