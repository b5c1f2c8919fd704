import type { LoadingStatus } from '#contract/kinds.ts';

/** What a report of a status means for a schedule: a step forward, more of the present status, or what cannot be. */
export type Step = 'forward' | 'again' | 'illegal';

const ORDER: readonly LoadingStatus[] = ['waited', 'in_process', 'loaded', 'out_process', 'uploaded'];

/** Forward one by one only: a skip or a step back is illegal. */
export function stepTo(present: LoadingStatus, reported: LoadingStatus): Step {
  const distance = ORDER.indexOf(reported) - ORDER.indexOf(present);
  return distance === 0 ? 'again' : distance === 1 ? 'forward' : 'illegal';
}

/** Whether more may be said in this status; what has ended can only be said again. */
export const isUnderWay = (status: LoadingStatus): boolean => status === 'in_process' || status === 'out_process';

/** Whether the load has ended: what was weighed is out of stock, or waits to be. */
export const hasLoaded = (status: LoadingStatus): boolean => ORDER.indexOf(status) >= ORDER.indexOf('loaded');
