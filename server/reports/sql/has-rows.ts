import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** True if the client has any row of the table. Most clients have none, and costly queries ask first. */
export async function hasRows(db: Db, client: number, table: 'norm' | 'analysis'): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from ${sql.table(table)} where client_id = ${client}) as found`.execute(db);
  return rows[0]?.found ?? false;
}
