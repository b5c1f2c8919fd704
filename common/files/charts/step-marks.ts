import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Step } from './waterfall.ts';

/** If a figure is larger, all figures of the waterfall have no decimals. */
const WHOLE_FROM = 1000;

/** Returns a function that writes the figure of a step: a sum without a sign, a change with its sign. */
export function createStepLabel(steps: readonly Step[], value: Pick<TextColumn, 'key' | 'kind'> | undefined, format: Formatter) {
  const kind = value?.kind ?? 'ratio';
  const isLarge = steps.some(({ range }) => range.some((level) => Math.abs(format.number(kind, level) ?? 0) >= WHOLE_FROM));
  const column = isLarge ? { decimals: 0 } : undefined;
  return ({ row, standing }: Step): string => (standing ? format.value : format.signed)(kind, row[value?.key ?? ''], column);
}

/** A sum is slate like a plan, a rise is amber and a fall is blue. */
export const stepColour = ({ standing, range: [from, to] }: Step): 'plan' | 'under' | 'over' =>
  standing ? 'plan' : to < from ? 'under' : 'over';
