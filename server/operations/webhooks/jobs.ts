import type { Job } from '#server/platform/jobs.ts';
import { deleteOldEvents, sendWebhookEvents } from './outbox.ts';
import { reportDisabledWebhooks } from './report-disabled.ts';

/** Events are sent several times a minute. */
export const webhookJobs: Job[] = [
  { name: 'webhook events', pattern: '*/10 * * * * *', atStart: true, run: (services) => sendWebhookEvents(services) },
  { name: 'disabled webhooks', pattern: '20 */10 * * * *', atStart: true, run: reportDisabledWebhooks },
  { name: 'old webhook events', pattern: '0 50 3 * * *', atStart: false, run: deleteOldEvents },
];
