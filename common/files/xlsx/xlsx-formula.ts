import { MONEY_DECIMALS } from '#common/files/figures.ts';
import { asKept, type ExportColumn, type ExportInput } from '#common/files/input.ts';
import { columnName } from './xlsx-cells.ts';

/**
 * The formula of a cell of money that adds up others of its row (`adds`), by the number of the row; undefined where one of them isn't in the file.
 * It is rounded as the amounts are that it adds up, so that a spreadsheet comes to the same hundredth.
 */
export function rowFormula(input: ExportInput, { adds, kind }: ExportColumn): ((row: number) => string) | undefined {
  if (!adds || kind !== 'money' || asKept(input)) return undefined;
  const parts = adds.map((name) => {
    const key = name.replace(/^-/, '');
    return { sign: key === name ? '+' : '-', at: input.columns.findIndex((column) => column.key === key) };
  });
  if (parts.some(({ at }) => at === -1)) return undefined;
  return (row) => {
    const sum = parts.map(({ sign, at }) => `${sign}${columnName(at)}${row}`).join('');
    return `ROUND(${sum.replace(/^\+/, '')},${MONEY_DECIMALS})`;
  };
}
