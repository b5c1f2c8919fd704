import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#server/db/database.ts';

/** What a request names its client by; of an access key and a secret link only the hash, in hex. */
export const Name = z.object({
  by: z.enum(['session', 'login', 'key', 'link', 'client', 'account']),
  value: z.string().min(1).max(400),
});
export type Name = z.infer<typeof Name>;

interface Row {
  moving: 'arriving' | 'stopped' | 'left' | null;
  cell: number | null;
}

const FINDS: Record<Name['by'], (value: string) => ReturnType<typeof sql>> = {
  session: (value) => sql`from session s join account a on a.id = s.account_id left join client c on c.id = a.client_id
    where s.id = ${value} and not a.deleted`,
  login: (value) => sql`from account a left join client c on c.id = a.client_id
    where not a.deleted and (lower(a.email) = lower(${value}) or (a.phone <> '' and a.phone = ${value}))`,
  key: (value) =>
    sql`from access_key k join client c on c.id = k.client_id where k.secret_hash = decode(${value}, 'hex') and not k.deleted`,
  link: (value) => sql`from report_subscription r join client c on c.id = r.client_id where r.secret_hash = decode(${value}, 'hex')`,
  client: (value) => sql`from client c where c.id = ${value}::bigint`,
  account: (value) => sql`from account a left join client c on c.id = a.client_id where a.id = ${value}::bigint and not a.deleted`,
};

/** The client's row; a person of no client is where the account is. */
export async function find(db: Db, { by, value }: Name): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select c.moving, c.cell ${FINDS[by](value)} limit 1`.execute(db);
  return rows[0];
}
