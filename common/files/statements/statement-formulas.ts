/** Where a formula stands: its own row, the first and last row of the table, and the rows of the lines under it. */
export interface FormulaPlace {
  letter: (key: string) => string;
  row: number;
  first: number;
  last: number;
  line: (key: string) => number;
}

const REFERENCE = /\{(\w+)(?:@(\w+))?\}/g;

/**
 * A formula's cells by their names: `{heads}` is the column's cell in the formula's own row, `{heads@first}` and `{heads@last}` those of the
 * first and last row of the table, `{heads@whole}` that of the line `whole`. Plain text, so that it can cross into a worker.
 */
export const cellFormula = (formula: string, { letter, row, first, last, line }: FormulaPlace): string =>
  formula.replace(REFERENCE, (_, key: string, at: string | undefined) => {
    const number = at === undefined ? row : at === 'first' ? first : at === 'last' ? last : line(at);
    return `${letter(key)}${number}`;
  });
/** The sum of a column's rows. */
export const sumFormula = (key: string) => `SUM({${key}@first}:{${key}@last})`;
export const roundFormula = (formula: string, decimals: number) => `ROUND(${formula},${decimals})`;
/** A rounded quotient that is 0 where there is nothing to divide by. */
export const ratioFormula = (upper: string, lower: string, decimals: number) =>
  roundFormula(`IF(${lower}=0,0,${upper}/${lower})`, decimals);
