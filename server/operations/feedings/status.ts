import type { LoadingStatus } from '#contract/kinds.ts';

/** The meaning of a reported status for a schedule: the next status, more data in the present status, or not allowed. */
export type Step = 'forward' | 'again' | 'illegal';

const ORDER: readonly LoadingStatus[] = ['waited', 'in_process', 'loaded', 'out_process', 'uploaded'];

/** Only the next status is allowed; skipping one or going back isn't. */
export function stepTo(present: LoadingStatus, reported: LoadingStatus): Step {
  const distance = ORDER.indexOf(reported) - ORDER.indexOf(present);
  return distance === 0 ? 'again' : distance === 1 ? 'forward' : 'illegal';
}

/** True if more data may be reported in this status; a stage that has ended only accepts repeats. */
export const isUnderWay = (status: LoadingStatus): boolean => status === 'in_process' || status === 'out_process';

/** True if loading has ended: the weights are taken out of stock, or will be. */
export const hasLoaded = (status: LoadingStatus): boolean => ORDER.indexOf(status) >= ORDER.indexOf('loaded');
