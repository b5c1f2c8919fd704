import type { Job } from '#server/platform/jobs.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { fallDue, forgetOld, sendWaiting } from './outbox.ts';

/** Several times a minute, so that who sends now needn't wait. */
export const subscriptionJobs = (servers: Servers): Job[] => [
  {
    name: 'report sendings',
    pattern: '*/15 * * * * *',
    atStart: true,
    async run(services) {
      await fallDue(services);
      await sendWaiting(services, servers);
    },
  },
  { name: 'old sendings', pattern: '0 40 3 * * *', atStart: false, run: forgetOld },
];
