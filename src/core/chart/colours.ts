import type { Column } from '#contract/reports/shape.ts';

/** Told apart without colour sight, too; plan and budget are slate and fact is green wherever they stand. */
const PALETTE = ['var(--fact)', 'var(--straw)', 'var(--under)', 'var(--process)', 'var(--plan)', 'var(--beyond)'];

export const isPlan = ({ key }: Pick<Column, 'key'>) => /(^|_)(plan(ned)?|budget)(_|$)/.test(key);
export const isFact = ({ key }: Pick<Column, 'key'>) => /(^|_)fact(_|$)/.test(key);

/** What is compared with stays behind what is compared. */
const PALE = 'var(--mantine-color-gray-5)';

export function colourOf(column: Pick<Column, 'key' | 'compares'>, index: number): string {
  if (column.compares) return PALE;
  if (isPlan(column)) return 'var(--plan)';
  if (isFact(column)) return 'var(--fact)';
  return PALETTE[index % PALETTE.length]!;
}
