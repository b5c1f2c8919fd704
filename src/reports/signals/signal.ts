import type { SignalState } from '#contract/reports/signal-words.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';

export type Signal = RowOf<typeof signals>;

/** What is looked at first: what nobody has closed. */
export const OPEN_STATES = ['new', 'seen'] as const satisfies readonly SignalState[];

/** Whom or what it is about, and of which feed. */
export const signalName = ({ subject_name, ingredient_name }: Pick<Signal, 'subject_name' | 'ingredient_name'>): string =>
  ingredient_name ? `${subject_name}, ${ingredient_name}` : subject_name;
