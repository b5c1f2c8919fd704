import type { SignalState } from '#contract/reports/signal-words.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';

export type Signal = RowOf<typeof signals>;

/** States shown by default: signals that nobody has closed. */
export const OPEN_STATES = ['new', 'seen'] as const satisfies readonly SignalState[];

/** Name of the subject and, if there is one, the feed. */
export const signalName = ({ subject_name, ingredient_name }: Pick<Signal, 'subject_name' | 'ingredient_name'>): string =>
  ingredient_name ? `${subject_name}, ${ingredient_name}` : subject_name;
