import type { Job } from '#server/platform/jobs.ts';
import { pushSignals } from './send.ts';

/** Signals are found each minute. */
export const signalPushJobs: Job[] = [
  { name: 'signal pushes', pattern: '5,20,35,50 * * * * *', atStart: true, run: (services) => pushSignals(services) },
];
