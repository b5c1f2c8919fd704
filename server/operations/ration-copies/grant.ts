import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { type ClientContext, may } from '#server/platform/context.ts';

interface CopyRights {
  add: boolean;
  change: boolean;
}

/**
 * The rights to write copies of rations in a client: those of the role, or both by the client's grant. The grant is read from the
 * database, because a revoked grant ends at once. `locked` keeps the grant until the transaction ends.
 */
export async function readCopyRights(db: Db, context: ClientContext, locked = false): Promise<CopyRights> {
  const { principal, client } = context;
  const own = { add: may(context, 'ration', 'add'), change: may(context, 'ration', 'change') };
  if (own.add || own.change || principal.userType !== 'consultant' || !may(context, 'ration', 'view')) return own;
  const { rows } = await sql<{ may_copy_rations: boolean }>`
    select may_copy_rations from account_client where account_id = ${principal.id} and client_id = ${client} ${sql.raw(locked ? 'for share' : '')}`.execute(
    db,
  );
  const granted = rows[0]?.may_copy_rations ?? false;
  return { add: granted, change: granted };
}
