import type { Job } from '#server/platform/jobs.ts';
import { putSignals } from './into-outbox.ts';

/** Before the turn of the outbox that sends them. */
export const signalMailJobs: Job[] = [{ name: 'signal mails', pattern: '10,25,40,55 * * * * *', atStart: true, run: putSignals }];
