import { asKept, type ExportInput, formatterOf } from '#common/files/input.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import { columnName, excelValue } from './xlsx-cells.ts';
import { rowFormula } from './xlsx-formula.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!);

/** Days, names and statuses repeat from row to row; so many are remembered for each column. */
const REMEMBERED = 5000;

/**
 * Writes a row as the sheet's XML; `styles` are the columns' style numbers. Text is told to be text, so none is ever a formula; what adds up other cells
 * of its row is one, with its value as it was calculated.
 */
export function rowWriter(input: ExportInput, styles: readonly string[]): (row: Row, number: number) => string {
  const format = formatterOf(input);
  const columns = input.columns.map((column, at) => {
    const known = new Map<Cell, string>();
    const makeCell = (cell: Cell): string => {
      const value = excelValue(format, column, cell, !asKept(input));
      if (value === null) return '';
      if (typeof value === 'number') return `" s="${styles[at]}"><v>${value}</v></c>`;
      return `" s="${styles[at]}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
    };
    const rest = (cell: Cell): string => {
      if (typeof cell === 'number') return makeCell(cell);
      let xml = known.get(cell);
      if (xml === undefined) {
        xml = makeCell(cell);
        if (known.size < REMEMBERED) known.set(cell, xml);
      }
      return xml;
    };
    return { key: column.key, start: `<c r="${columnName(at)}`, rest, formula: rowFormula(input, column) };
  });
  return (row, number) => {
    let xml = `<row r="${number}">`;
    for (const { key, start, rest, formula } of columns) {
      const end = rest(row[key] ?? null);
      if (end !== '') xml += start + number + (formula ? end.replace('<v>', `<f>${formula(number)}</f><v>`) : end);
    }
    return `${xml}</row>`;
  };
}
