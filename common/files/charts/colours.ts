import type { Column } from '#contract/reports/shape.ts';

/** Distinguishable without colour vision. Plan and budget are always slate, fact is always green. */
const PALETTE = ['var(--fact)', 'var(--straw)', 'var(--under)', 'var(--process)', 'var(--plan)', 'var(--beyond)'];

export const isPlan = ({ key }: Pick<Column, 'key'>) => /(^|_)(plan(ned)?|budget)(_|$)/.test(key);
export const isFact = ({ key }: Pick<Column, 'key'>) => /(^|_)fact(_|$)/.test(key);

/** The colour of comparison periods, which stay in the background. */
const PALE = 'var(--mantine-color-gray-5)';

export const colourAt = (index: number): string => PALETTE[index % PALETTE.length]!;

/** A colour for each column. If none is the fact, the first one that isn't a plan is green. */
export function chooseColours(columns: readonly Pick<Column, 'key' | 'compares'>[]): string[] {
  let others = columns.some(isFact) ? 0 : -1;
  return columns.map((column) => {
    if (column.compares) return PALE;
    if (isPlan(column)) return 'var(--plan)';
    if (isFact(column)) return 'var(--fact)';
    others += 1;
    return colourAt(others);
  });
}
