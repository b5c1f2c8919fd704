import { round } from '#common/format/decimal.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { TextColumn } from './text-column.ts';

/** Decimals of the server's figures. */
const DECIMALS = 6;

/** The total row while a search leaves out rows: sums of what is shown. What follows from a formula can't be had from sums, and stays empty. */
export function shownTotals(columns: readonly TextColumn[], rows: readonly Row[]): Row {
  const sums = columns
    .filter(({ total }) => total === 'sum')
    .map(
      ({ key }) =>
        [
          key,
          round(
            rows.reduce((sum, row) => sum + (Number(row[key]) || 0), 0),
            DECIMALS,
          ),
        ] as const,
    );
  return Object.fromEntries(sums);
}
