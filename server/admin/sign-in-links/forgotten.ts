import type { Language } from '#contract/kinds.ts';
import { accountByLogin } from '#server/admin/auth/queries.ts';
import { loginOf } from '#server/admin/auth/sign-in.ts';
import type { PublicContext } from '#server/platform/context.ts';
import { countAttempt, countedFrom, isWithinLimit, type Policy } from '#server/platform/limiter.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { buildLinkUrl, createLink } from './links.ts';
import { buildLinkMail } from './mails.ts';

const HOUR_SECONDS = 3600;
/** Requests of one network, whether or not there are such accounts. */
const BY_ADDRESS: Policy = { free: 20, window: HOUR_SECONDS };
/** Mails to one account. More requests are accepted and have no effect. */
const BY_ACCOUNT: Policy = { free: 3, window: HOUR_SECONDS };

/** Mails are sent after the answer, a few at a time. */
const sending = createTurns({ ofEach: 1, ofAll: 2, waiting: 1, line: 100, wait: 5 });

/**
 * Mails a link to the account of the login, if there is one that may sign in. The answer comes before the account is read, so neither its
 * content nor its time reveals which accounts exist. 429 after too many requests of one network.
 */
export async function requestReset(context: PublicContext, login: string): Promise<void> {
  const { services, ip, log } = context;
  if (!services.mailer || !services.publicUrl) return;
  await countAttempt(services, countedFrom('forgotten password', ip, BY_ADDRESS));
  sending
    .during(login.toLowerCase(), () => mailReset(context, login))
    .catch((error: unknown) => log.warn({ error: String(error) }, 'failed to mail a link for a forgotten password'));
}

async function mailReset({ services }: PublicContext, login: string): Promise<void> {
  const db = services.database.acrossClients();
  const found = await accountByLogin(db, loginOf(login));
  if (!found || found.locked || !services.mailer) return;
  if (!(await isWithinLimit(services, [{ key: `forgotten password of account ${found.id}`, policy: BY_ACCOUNT }]))) return;
  const account = await db.selectFrom('account').select(['id', 'email', 'language']).where('id', '=', found.id).executeTakeFirstOrThrow();
  const { secret } = await createLink(db, services.now(), account, 'reset');
  const url = buildLinkUrl(services, secret);
  const id = `forgotten-${account.id}-${services.now().getTime()}`;
  const language = account.language as Language;
  await services.mailer.send(await buildLinkMail({ kind: 'reset', id, email: account.email, language, company: 'Manger', url }));
}
