import { SIGNAL_MAIL_PATH, SignalMail, SignalMailBody } from '#contract/reports/signal-mail.ts';
import { SEES_SIGNALS } from '#contract/reports/signals.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { saveSettings, settingsOf } from './settings.ts';

/** A person's own, in each client that they see: neither history nor the log of activities is about it. */
const OWN = { scope: 'client', path: `/${SIGNAL_MAIL_PATH}`, people: true, need: SEES_SIGNALS, response: one(SignalMail) } as const;

export const signalMailEndpoints: Endpoint[] = [
  endpoint({
    ...OWN,
    method: 'get',
    summary: 'What of the client’s signals comes to the caller by mail',
    handle: async (context) => ({ data: await settingsOf(context, context.db) }),
  }),
  endpoint({
    ...OWN,
    method: 'put',
    summary: 'Choose which signals come by mail: at once, once a day or not at all, and when not',
    body: SignalMailBody,
    handle: async (context, { body }) => ({ data: await saveSettings(context, body) }),
  }),
];
