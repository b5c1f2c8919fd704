import { sql } from 'kysely';
import { z } from 'zod';
import { AddressRequest, MailConsent, MailConsentAnswer, MailConsentLink } from '#contract/reports/mail-consent.ts';
import { Sending } from '#contract/reports/sendings.ts';
import { SendingWays, SubscriptionLink, subscriptions } from '#contract/reports/subscriptions.ts';
import { many, one } from '#contract/resource.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, conflict, fieldError, invalid } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { get, lockAndGet } from '#server/platform/resource/crud.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { activeSubscriptions } from './active-subscriptions.ts';
import { askAgain } from './addresses.ts';
import type { MakeContent } from './content.ts';
import { putNow } from './into-outbox.ts';
import { lastMails, mailsOfOwner } from './last-mails.ts';
import { fetchLink, linkRefusalPage, renewLink } from './link.ts';
import { answerFor, lookAt } from './mail-consent.ts';
import { ofClient } from './owner.ts';
import { subscriptionTable } from './table.ts';

const table = anyTable(subscriptionTable);
const path = `/${subscriptions.path}`;
const see = { scope: 'client', need: { item: 'filters', action: 'view' } } as const;
const change = { scope: 'client', need: { item: 'filters', action: 'change' } } as const;
const MAX_SENDINGS = 200;
const PAUSE_SECONDS = 60;

async function sendings(context: ClientContext, id: number): Promise<Sending[]> {
  await get(context.db, table, context, id);
  const { rows } = await sql<Sending>`
    select id, recipient, due_at, from_day, to_day, state, attempts, case state when 'waiting' then next_attempt_at end as next_attempt_at,
      sent_at, error
    from report_sending where client_id = ${context.client} and subscription_id = ${id}
    order by due_at desc, recipient limit ${MAX_SENDINGS}`.execute(context.db);
  return rows;
}

/** The address of the client's first owner. */
async function readOwnerEmail({ db, client }: ClientContext): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from account where client_id = ${client} and user_type = 'client' and not deleted and not locked order by id limit 1`.execute(
    db,
  );
  return rows[0]?.email ?? null;
}

/** Sends one extra mail now, at most once per minute. */
async function sendNow(context: ClientContext, id: number): Promise<void> {
  const now = context.services.now();
  await context.write(async (tx) => {
    await lockAndGet(tx, table, context, id);
    const [active] = await activeSubscriptions(tx, 'client', sql`s.client_id = ${context.client} and s.id = ${id} and s.way = 'email'`);
    if (!active || !context.services.mailer) throw conflict('illegal_status');
    const { rows } = await sql<{ wait: number }>`
      select ceil(extract(epoch from max(due_at) - ${now.toISOString()}::timestamptz) + ${PAUSE_SECONDS})::integer as wait
      from report_sending where client_id = ${context.client} and subscription_id = ${id}`.execute(tx);
    const wait = rows[0]?.wait ?? 0;
    if (wait > 0) throw new ApiError(429, { detail: [fieldError('too_many_attempts', { limit: wait })] });
    await putNow(tx, context.services, active);
  });
}

/** Asks a recipient once more. */
async function ask(context: ClientContext, id: number, email: string): Promise<void> {
  await context.write(async (tx) => {
    const row = await lockAndGet(tx, table, context, id);
    if (!context.services.mailer) throw conflict('illegal_status');
    if (!row.recipients.includes(email)) throw invalid('email', 'invalid_value');
    await askAgain(tx, context.services, ofClient(context.client), email, row.language);
    await notify(tx, context.client, 'subscriptions', [id]);
  });
}

/** The endpoints of subscriptions: their settings, their outcome, and the file behind a secret link. */
export const subscriptionEndpoints = (makeContent: MakeContent): Endpoint[] => [
  ...resourceEndpoints(subscriptionTable),
  ...mailEndpoints,
  ...consentEndpoints,
  ...linkEndpoints,
  endpoint({
    scope: 'public',
    method: 'get',
    path: '/report/files/{secret}',
    summary: 'The file behind a secret link',
    response: z.string(),
    refusalPage: linkRefusalPage,
    handle: (context, { params, head }) => fetchLink(context, makeContent, params.secret ?? '', head),
  }),
];

const mailEndpoints: Endpoint[] = [
  endpoint({
    ...see,
    method: 'get',
    path: `${path}/ways`,
    summary: 'How reports can go out here: whether there is a mail server, who the client’s owner is, and how mails went lately',
    response: one(SendingWays),
    async handle(context) {
      const [owner, last] = await Promise.all([readOwnerEmail(context), lastMails(context.db, mailsOfOwner(ofClient(context.client)))]);
      return { data: { email: context.services.mailer !== null, owner, last } };
    },
  }),
  endpoint({
    ...see,
    method: 'get',
    path: `${path}/{id}/sendings`,
    summary: 'The latest mails of a subscription, and what came of them',
    response: many(Sending),
    async handle(context, { id }) {
      const data = await sendings(context, id);
      return { data, count: data.length };
    },
  }),
  endpoint({
    ...change,
    method: 'post',
    path: `${path}/{id}/send`,
    summary: 'Send it now',
    status: 204,
    response: z.null(),
    async handle(context, { id }) {
      await sendNow(context, id);
      return null;
    },
  }),
  endpoint({
    ...change,
    method: 'post',
    path: `${path}/{id}/ask`,
    summary: 'Ask a recipient once more whether reports may come, once a day at most',
    body: AddressRequest,
    status: 204,
    response: z.null(),
    async handle(context, { id, body }) {
      await ask(context, id, body.email);
      return null;
    },
  }),
];

/** The word of the owner of an address, who has no account. */
const consentEndpoints: Endpoint[] = [
  endpoint({
    scope: 'public',
    method: 'post',
    path: '/report/mail-consent/look',
    summary: 'What the link in a mail asks: who would like to send reports where, and what was said',
    body: MailConsentLink,
    response: one(MailConsent),
    handle: async (context, { body }) => ({ data: await lookAt(context, body.secret) }),
  }),
  endpoint({
    scope: 'public',
    method: 'post',
    path: '/report/mail-consent/answer',
    summary: 'The word of the owner of an address: whether reports may come',
    body: MailConsentAnswer,
    response: one(MailConsent),
    handle: async (context, { body }) => ({ data: await answerFor(context, body.secret, body.wanted) }),
  }),
];

const linkEndpoints: Endpoint[] = [
  endpoint({
    ...change,
    method: 'post',
    path: `${path}/{id}/link`,
    summary: 'A new secret link, told this once; the one before is good no more',
    response: one(SubscriptionLink),
    handle: async (context, { id }) => ({ data: await renewLink(context, id, false) }),
  }),
  endpoint({
    ...change,
    method: 'delete',
    path: `${path}/{id}/link`,
    summary: 'Revoke the secret link at once',
    status: 204,
    response: z.null(),
    async handle(context, { id }) {
      await renewLink(context, id, true);
      return null;
    },
  }),
];
