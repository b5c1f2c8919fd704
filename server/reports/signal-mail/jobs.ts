import type { Job } from '#server/platform/jobs.ts';
import { putSignals } from './into-outbox.ts';

/** Runs before the outbox job that sends the mails. */
export const signalMailJobs: Job[] = [{ name: 'signal mails', pattern: '10,25,40,55 * * * * *', atStart: true, run: putSignals }];
