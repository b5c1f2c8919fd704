import { sql } from 'kysely';
import { OutgoingMail } from '#contract/admin/outgoing-mail.ts';
import { one } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { waitingMails } from './figures.ts';
import { lastMails, mailsOf } from './last-mails.ts';
import { OWNER_KINDS } from './owner.ts';

const ALL = { sendings: sql`true`, addresses: sql`true` };

async function outgoingMail({ database, mailer }: Services): Promise<OutgoingMail> {
  const db = database.acrossClients();
  const [last, { rows }] = await Promise.all([
    lastMails(
      db,
      OWNER_KINDS.flatMap((kind) => mailsOf(kind, ALL)),
    ),
    sql<Pick<OutgoingMail, 'waiting' | 'oldest_at'>>`
      select count(*) as waiting, min(due_at) as oldest_at from (${waitingMails}) w`.execute(db),
  ]);
  const [{ waiting = 0, oldest_at = null } = {}] = rows;
  return { available: mailer !== null, sender: mailer?.from ?? '', last, waiting, oldest_at };
}

/** For who runs the installation: whether mails go out, and why not. */
export const outgoingMailEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/dashboard/mail',
    summary: 'Whether mails go out: the last that did, the last that failed and why, and what waits',
    scope: 'account',
    need: { item: 'activity', action: 'view' },
    response: one(OutgoingMail),
    handle: async ({ services }) => ({ data: await outgoingMail(services) }),
  }),
];
