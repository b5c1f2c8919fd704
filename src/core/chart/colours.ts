import type { Column } from '#contract/reports/shape.ts';

/** Told apart without colour sight, too; plan and budget are slate and fact is green wherever they stand. */
const PALETTE = ['var(--fact)', 'var(--straw)', 'var(--under)', 'var(--process)', 'var(--plan)', 'var(--beyond)'];

export const isPlan = ({ key }: Pick<Column, 'key'>) => /(^|_)(plan(ned)?|budget)(_|$)/.test(key);
export const isFact = ({ key }: Pick<Column, 'key'>) => /(^|_)fact(_|$)/.test(key);

/** What is compared with stays behind what is compared. */
const PALE = 'var(--mantine-color-gray-5)';

export const colourAt = (index: number): string => PALETTE[index % PALETTE.length]!;

/** A colour for each: of what is neither plan nor fact the first is green, where no fact is. */
export function coloursOf(columns: readonly Pick<Column, 'key' | 'compares'>[]): string[] {
  let others = columns.some(isFact) ? 0 : -1;
  return columns.map((column) => {
    if (column.compares) return PALE;
    if (isPlan(column)) return 'var(--plan)';
    if (isFact(column)) return 'var(--fact)';
    others += 1;
    return colourAt(others);
  });
}
