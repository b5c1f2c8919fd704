import type { Row } from '../../../contract/reports/shape.ts';
import { type ExportInput, formatterOf } from './input.ts';
import { columnName, excelValue } from './xlsx-cells.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!);

/** Writes a row as the sheet's XML; `styles` are the columns' style numbers. Text is told to be text, so none is ever a formula. */
export function rowWriter(input: ExportInput, styles: readonly string[]): (row: Row, number: number) => string {
  const format = formatterOf(input);
  const names = input.columns.map((_, at) => columnName(at));
  return (row, number) => {
    let xml = `<row r="${number}">`;
    input.columns.forEach((column, at) => {
      const value = excelValue(format, column, row[column.key]);
      if (value === null) return;
      const cell = `<c r="${names[at]}${number}" s="${styles[at]}"`;
      xml +=
        typeof value === 'number'
          ? `${cell}><v>${value}</v></c>`
          : `${cell} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
    });
    return `${xml}</row>`;
  };
}
