import type { SignalState } from '#contract/reports/signal-words.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';

export type Signal = RowOf<typeof signals>;

/** States shown by default: signals that nobody has closed. */
export const OPEN_STATES = ['new', 'seen'] as const satisfies readonly SignalState[];
