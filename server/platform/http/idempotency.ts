import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { ClientContext, Services } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** Header of a POST that a program may repeat: the repetition gets the first answer, and nothing is written again. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
const KEEP_HOURS = 24;

interface Answer {
  status: number;
  text: string;
}

/** True if a repetition of the request with the same `Idempotency-Key` gets the first answer. Answers with secrets aren't stored. */
export const takesKey = ({ method, scope, long, upload, secret }: Endpoint) =>
  method === 'post' && scope === 'client' && !long && !upload && !secret;

/** The header's key, or null without the header; 400 unless it has 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(header)) throw invalid(IDEMPOTENCY_KEY, 'invalid_format');
  return header;
}

const nameSender = ({ id, key }: Principal & { key?: number }) => (id === null ? `key ${key}` : `account ${id}`);

/**
 * Answers a request once per sender and key: returns the stored answer of an equal request within 24 hours, or the answer of `handle`. The key is
 * claimed in the transaction of the first write, so a failed request leaves no claim and may be repeated. A request that writes nothing is
 * answered again. 409 if the key belongs to another request, or if the answer of an equal request isn't known: it is under way, or the server
 * stopped between its commit and its answer.
 */
export async function answerOnce(
  context: ClientContext,
  key: string,
  request: unknown,
  handle: (context: ClientContext) => Promise<Answer>,
): Promise<Answer & { repeated: boolean }> {
  const claim = {
    sender: nameSender(context.principal),
    key,
    request: createHash('sha256').update(JSON.stringify(request)).digest(),
    now: context.services.now().toISOString(),
  };
  const stored = await findAnswer(context.db, context.client, claim);
  if (stored) return { ...stored, repeated: true };
  let claimed = false;
  const once: ClientContext = {
    ...context,
    async write(work) {
      const isFirst = !claimed;
      const result = await context.write(async (tx) => {
        if (isFirst) await insertClaim(tx, context.client, claim);
        return work(tx);
      });
      claimed = true;
      return result;
    },
  };
  const answer = await handle(once);
  if (claimed) {
    await sql`
      update idempotency_key set status = ${answer.status}, answer = ${answer.text}
      where client_id = ${context.client} and sender = ${claim.sender} and key = ${key}`.execute(context.db);
  }
  return { ...answer, repeated: false };
}

interface Claim {
  sender: string;
  key: string;
  request: Buffer;
  now: string;
}

/** The sender should repeat the request after so many seconds. */
const RETRY_SECONDS = 5;
const answerUnknown = () => conflict('too_many_at_once', { limit: RETRY_SECONDS }, IDEMPOTENCY_KEY);

const isOld = (now: string) => sql`created_at < ${now}::timestamptz - make_interval(hours => ${KEEP_HOURS})`;

/** The stored answer of an equal request; null if the key is free. */
async function findAnswer(db: Db, client: number, { sender, key, request, now }: Claim): Promise<Answer | null> {
  const { rows } = await sql<{ request: Buffer; status: number | null; answer: string | null }>`
    select request, status, answer from idempotency_key
    where client_id = ${client} and sender = ${sender} and key = ${key} and not (${isOld(now)})`.execute(db);
  const [row] = rows;
  if (!row) return null;
  if (!row.request.equals(request)) throw conflict('not_unique', {}, IDEMPOTENCY_KEY);
  if (row.status === null || row.answer === null) throw answerUnknown();
  return { status: row.status, text: row.answer };
}

/** Claims the key, or takes over an old claim; 409 after waiting for an equal request that committed meanwhile. */
async function insertClaim(tx: Tx, client: number, { sender, key, request, now }: Claim): Promise<void> {
  const { rows } = await sql`
    insert into idempotency_key as held (client_id, sender, key, request, created_at) values (${client}, ${sender}, ${key}, ${request}, ${now})
    on conflict (client_id, sender, key) do update
      set request = excluded.request, status = null, answer = null, created_at = excluded.created_at
      where held.${isOld(now)}
    returning key`.execute(tx);
  if (rows.length === 0) throw answerUnknown();
}

/** Deletes answers that aren't repeated any more. */
export async function sweepIdempotencyKeys({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await sql`delete from idempotency_key where ${isOld(now().toISOString())}`.execute(database.acrossClients());
}
