import { z } from 'zod';
import { PushSubscriptionBody, SIGNAL_PUSH_PATH, SignalPush } from '#contract/reports/signal-push.ts';
import { SEES_SIGNALS } from '#contract/reports/signals.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { addDevice, readDevices, removeDevice } from './devices.ts';

/** A person's own browsers, like the person's mails of signals: neither history nor the log of activities contains them. */
const OWN = { scope: 'client', people: true, need: SEES_SIGNALS } as const;
const path = `/${SIGNAL_PUSH_PATH}`;

export const signalPushEndpoints: Endpoint[] = [
  endpoint({
    ...OWN,
    method: 'get',
    path,
    summary: 'The caller’s browsers that show signals as notifications, and the key for a further one',
    response: one(SignalPush),
    handle: async (context) => ({ data: await readDevices(context) }),
  }),
  endpoint({
    ...OWN,
    method: 'post',
    path,
    summary: 'Show signals as notifications in the caller’s browser (Web Push)',
    body: PushSubscriptionBody,
    response: one(SignalPush),
    handle: async (context, { body }) => ({ data: await addDevice(context, body) }),
  }),
  endpoint({
    ...OWN,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Show no more notifications in one of the caller’s browsers',
    status: 204,
    response: z.null(),
    handle: async (context, { id }) => removeDevice(context, id).then(() => null),
  }),
];
