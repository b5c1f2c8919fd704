import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { FILE_LINK_PAGE, type FileLinkRefusal } from '#contract/reports/file-link.ts';
import type { FileFormat } from '#contract/reports/subscriptions.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext, PublicContext, Services } from '#server/platform/context.ts';
import { ApiError, conflict, fieldError, notFound } from '#server/platform/errors.ts';
import { countAttempt, countedFrom, type Policy } from '#server/platform/limiter.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { get, judge, lockAndGet } from '#server/platform/resource/crud.ts';
import { authorOf, record, recordActivity } from '#server/platform/resource/history.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { transact } from '#server/platform/transact.ts';
import { activeSubscriptions, type ClientSubscription, stop, stopReason } from './active-subscriptions.ts';
import type { MakeContent } from './content.ts';
import { daysDue } from './due.ts';
import { FILE_TYPES, makeFile, TooLarge } from './file.ts';
import { subscriptionTable } from './table.ts';

const table = anyTable(subscriptionTable);
const DAY_MS = 86_400_000;
/** 256 random bits: no guess finds them, so that a plain hash is enough to keep. */
const newSecret = () => randomBytes(32).toString('base64url');
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/** A new secret for the link, or none (`revoke`); the one before is good no more. Its files are made with the caller's rights from now on. */
export async function renewLink(context: ClientContext, id: number, revoke: boolean): Promise<{ url: string; expires_at: string } | null> {
  const secret = newSecret();
  return context.write(async (tx) => {
    const before = await lockAndGet(tx, table, context, id);
    if (before.way !== 'link') throw conflict('illegal_status');
    const expires = revoke ? null : new Date(context.services.now().getTime() + before.link_days * DAY_MS).toISOString();
    await judge(tx, table, context, [changeOf(table, { id, before, input: {} })]);
    await sql`
      update report_subscription set secret_hash = ${revoke ? null : hashSecret(secret)}, link_expires_at = ${expires}::timestamptz,
        account_id = ${accountOf(context.principal).id}, stopped = null, version = version + 1
      where client_id = ${context.client} and id = ${id}`.execute(tx);
    const after = await get(tx, table, context, id);
    await record(tx, authorOf(context), { resource: table.contract.id, id, farm: after.farm, name: after.saved_name, before, after });
    return expires === null ? null : { url: `${context.services.publicUrl}/api/report/files/${secret}/`, expires_at: expires };
  });
}

/** The page to which a refused browser is redirected. */
export function linkRefusalPage(status: number, wait: string | null): string {
  const refusals: Record<number, FileLinkRefusal> = { 404: 'gone', 413: 'too_large', 429: 'later' };
  const refusal = refusals[status] ?? 'failed';
  return `${FILE_LINK_PAGE}/${refusal}${wait === null ? '' : `?wait=${wait}`}`;
}

const BY_ADDRESS: Policy = { free: 60, window: 60 };
const BY_LINK: Policy = { free: 6, window: 60 };
/** Figures are read at once, files made one after the other. */
const turns = createTurns({ ofEach: 2, ofAll: 5, wait: 30 });

/** The file behind a secret link, of the figures of now; 404 for a link that isn't, is no longer, or whose author may no longer see it. `head`: no file is made. */
export async function fetchLink(context: PublicContext, makeContent: MakeContent, secret: string, head: boolean): Promise<Response> {
  const { services, ip } = context;
  const now = services.now();
  await countAttempt(services, countedFrom('file link', ip, BY_ADDRESS));
  const good = sql`s.secret_hash = ${hashSecret(secret)} and s.link_expires_at > ${now.toISOString()}`;
  const [subscription] = await activeSubscriptions(services.database.acrossClients(), 'client', good);
  if (!subscription) throw notFound();
  if (head) return new Response(null, { headers: buildHeaders(subscription.format) });
  await countAttempt(services, [{ key: `file link ${subscription.owner.id}:${subscription.id}`, policy: BY_LINK }]);
  return turns.during(subscription.owner.id, () => answerFile(context, makeContent, subscription, now));
}

const buildHeaders = (format: FileFormat) => ({
  'content-type': FILE_TYPES[format],
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
});

async function answerFile(
  { services, ip }: PublicContext,
  makeContent: MakeContent,
  subscription: ClientSubscription,
  now: Date,
): Promise<Response> {
  try {
    const content = await makeContent(services, subscription, daysDue(subscription, now));
    const bytes = await makeFile(subscription.format, content.input);
    await noteFetch(services, ip, subscription);
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...buildHeaders(subscription.format),
        'content-disposition': `attachment; filename="report.${subscription.format}"; filename*=UTF-8''${encodeURIComponent(content.fileName)}`,
      },
    });
  } catch (error) {
    const reason = stopReason(error);
    if (reason) {
      await stop(services, subscription, reason);
      throw notFound();
    }
    if (error instanceof TooLarge) throw new ApiError(413, { detail: [fieldError('too_large_report')] });
    throw error;
  }
}

async function noteFetch(
  services: Services,
  ip: string,
  { owner: { id: client }, id, name }: Pick<ClientSubscription, 'owner' | 'id' | 'name'>,
): Promise<void> {
  const at = services.now().toISOString();
  await transact(services.database.forClient(client), async (tx) => {
    await sql`update report_subscription set fetched_at = ${at} where client_id = ${client} and id = ${id}`.execute(tx);
    await recordActivity(tx, { id: null, name: `link: ${name}`, ip, client }, 'fetch', table.contract.id, id);
  });
}
