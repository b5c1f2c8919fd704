import { type RawBuilder, sql } from 'kysely';
import type { LastMails } from '#contract/reports/sendings.ts';
import type { Db } from '#server/db/database.ts';
import { type Owner, TABLES } from './owner.ts';

/** Mails of one table of the outbox, or those that ask an address's owner. */
interface Source {
  table: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** When a mail that failed is tried once more. */
  again: RawBuilder<unknown>;
}

type Which = Readonly<{ sendings: RawBuilder<unknown>; addresses: RawBuilder<unknown> }>;

/** The mail tables of clients or of persons, filtered by `which`. */
export function mailsOf(kind: Owner['kind'], which: Which): Source[] {
  const { sendings, addresses } = TABLES[kind];
  return [
    { table: sendings, where: which.sendings, again: sql`case state when 'waiting' then next_attempt_at end` },
    { table: addresses, where: which.addresses, again: sql`next_attempt_at` },
  ];
}

/** All that are the owner's. */
export function mailsOfOwner({ kind, id }: Owner): Source[] {
  const own = sql`${TABLES[kind].key} = ${id}`;
  return mailsOf(kind, { sendings: own, addresses: own });
}

/** A recipient who declined isn't a failure. */
const FAILED = sql`failed_at is not null and error not in ('', 'declined')`;

const newest = ({ table, where, again }: Source) => sql`
  (select sent_at, null::timestamptz as failed_at, '' as error, null::timestamptz as again_at from ${table}
    where ${where} and sent_at is not null order by sent_at desc limit 1)
  union all
  (select null, failed_at, error, ${again} from ${table} where ${where} and ${FAILED} order by failed_at desc limit 1)`;

interface Row {
  sent_at: string | null;
  failed_at: string | null;
  error: string;
  again_at: string | null;
}

/** A mail server's answer may repeat to whom the mail was. */
const withoutAddresses = (text: string) => text.replace(/<?[^\s<>"'(),;:]+@[^\s<>"'(),;:]+>?/g, '…');

/** How the mails of these went lately. */
export async function lastMails(db: Db, sources: readonly Source[]): Promise<LastMails> {
  const { rows } = await sql<Row>`${sql.join(sources.map(newest), sql` union all `)}`.execute(db);
  const last = (column: 'sent_at' | 'failed_at') =>
    rows
      .filter((row) => row[column] !== null)
      .toSorted((a, b) => Date.parse(a[column]!) - Date.parse(b[column]!))
      .at(-1);
  const sent_at = last('sent_at')?.sent_at ?? null;
  const failed = last('failed_at');
  const stands = failed?.failed_at && (sent_at === null || Date.parse(sent_at) < Date.parse(failed.failed_at));
  return {
    sent_at,
    failed: stands ? { at: failed.failed_at!, error: withoutAddresses(failed.error), again_at: failed.again_at } : null,
  };
}
