import type { TextSeries } from './series-text.ts';

/** True for names, which are readable next to sideways bars. */
export const liesSideways = ({ x, type }: Pick<TextSeries, 'x' | 'type'>): boolean =>
  x.kind === 'text' && (type === 'bar' || type === 'bullet' || type === 'stacked');

/** A deviation above zero is amber, below zero blue. */
export const signColour = (value: unknown): 'under' | 'over' => (Number(value) < 0 ? 'under' : 'over');
