import type { Job } from '#server/platform/jobs.ts';
import { fallDue } from './into-outbox.ts';
import { forgetOld, sendWaiting } from './outbox.ts';
import type { Packers } from './parcel.ts';
import { sendRequests } from './requests.ts';

/** Several times a minute, so that who sends now needn't wait. */
export const subscriptionJobs = (packers: Packers): Job[] => [
  {
    name: 'report sendings',
    pattern: '*/15 * * * * *',
    atStart: true,
    async run(services) {
      await fallDue(services);
      await sendRequests(services);
      await sendWaiting(services, packers);
    },
  },
  { name: 'old sendings', pattern: '0 40 3 * * *', atStart: false, run: forgetOld },
];
