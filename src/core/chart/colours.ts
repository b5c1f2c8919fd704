import type { Column } from '#contract/reports/shape.ts';

/** Told apart without colour sight, too; plan is slate and fact is green wherever they stand. */
const PALETTE = ['var(--fact)', 'var(--straw)', 'var(--under)', 'var(--process)', 'var(--plan)', 'var(--beyond)'];

export const isPlan = ({ key }: Pick<Column, 'key'>) => /(^|_)plan(ned)?(_|$)/.test(key);
export const isFact = ({ key }: Pick<Column, 'key'>) => /(^|_)fact(_|$)/.test(key);

export function colourOf(column: Pick<Column, 'key'>, index: number): string {
  if (isPlan(column)) return 'var(--plan)';
  if (isFact(column)) return 'var(--fact)';
  return PALETTE[index % PALETTE.length]!;
}
