import type { Invitation } from '#contract/admin/sign-in-links.ts';
import type { Language } from '#contract/kinds.ts';
import { AWAITS_PASSWORD } from '#server/platform/auth/passwords.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict } from '#server/platform/errors.ts';
import { isWithinLimit } from '#server/platform/limiter.ts';
import { get } from '#server/platform/resource/crud.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import type { Table } from '#server/platform/resource/table.ts';
import { transact } from '#server/platform/transact.ts';
import { buildLinkUrl, createLink } from './links.ts';
import { buildLinkMail } from './mails.ts';

const DAY_SECONDS = 86_400;

/**
 * A new link with which one of the table's people sets a password, sent by mail as well if requested. The earlier invitation expires; a
 * present password stays until the link is used. 409 for the own account and a locked one.
 */
export async function invitePerson(context: ClientContext, table: Table, id: number, mail: boolean): Promise<Invitation> {
  const { services, principal, ip } = context;
  if (id === principal.id) throw conflict('own_sign_in');
  await get(context.db, table, context, id);
  const db = services.database.acrossClients();
  const person = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (person.locked && person.password_hash !== AWAITS_PASSWORD) throw conflict('account_locked');
  const { secret, expiresAt } = await transact(db, async (tx) => {
    const link = await createLink(tx, services.now(), { id }, 'invitation');
    const author = { id: principal.id, name: principal.name, ip, client: table.installation ? null : context.client };
    await recordActivity(tx, author, 'invite', table.contract.id, id);
    return link;
  });
  const url = buildLinkUrl(services, secret);
  const sent = mail ? await sendInvitation(context, person, url) : 'none';
  return { url, email: person.email, expires_at: expiresAt.toISOString(), mail: sent };
}

interface Invited {
  id: number;
  client_id: number | null;
  email: string;
  language: string;
}

/** Sends the mail and returns the result. Each client may send a limited number of invitations per day to addresses of its choice. */
async function sendInvitation({ services, log }: ClientContext, person: Invited, url: string): Promise<Invitation['mail']> {
  const { mailer, mailBounds, publicUrl, database, now } = services;
  if (!mailer || !publicUrl) return 'none';
  const client = person.client_id;
  const mayMail = await isWithinLimit(services, [
    { key: `invitation mails of client ${client ?? 0}`, policy: { free: mailBounds.requests, window: DAY_SECONDS } },
    { key: `invitation mails to account ${person.id}`, policy: { free: 5, window: DAY_SECONDS } },
  ]);
  if (!mayMail) return 'limit';
  const company = await readCompany(client);
  try {
    const id = `invitation-${person.id}-${now().getTime()}`;
    const language = person.language as Language;
    await mailer.send(await buildLinkMail({ kind: 'invitation', id, email: person.email, language, company, url }));
    return 'sent';
  } catch (error) {
    log.warn({ account: person.id, error: String(error) }, 'failed to mail an invitation');
    return 'failed';
  }

  async function readCompany(id: number | null): Promise<string> {
    if (id === null) return 'Manger';
    const row = await database.acrossClients().selectFrom('client').select('company_name').where('id', '=', id).executeTakeFirst();
    return row?.company_name ?? 'Manger';
  }
}
