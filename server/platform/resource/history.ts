import { sql } from 'kysely';
import type { ResourceId, Subject } from '#contract/resource-ids.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { CHANNEL_SQL, eventPayload } from '#server/platform/runtime/events.ts';

export type Snapshot = Readonly<Record<string, unknown>>;

export interface Change {
  resource: ResourceId;
  id: number;
  farm: number | null;
  name: string;
  before: Snapshot | null;
  after: Snapshot | null;
}

/** Author and place of a change, as history stores them. Jobs and terminals have a name but no account. */
export interface Author {
  client: number;
  id: number | null;
  name: string;
  language: string;
  ip: string;
}
export const authorOf = (context: ClientContext): Author => ({
  client: context.client,
  id: context.principal.id,
  name: context.principal.name,
  language: context.language,
  ip: context.ip,
});

const getChangeType = ({ before, after }: Change) => (before === null ? 'create' : after === null ? 'delete' : 'update');

/**
 * Writes a change into history and the activity log and notifies open screens: one statement in the change's transaction, which rolls back
 * if it fails.
 */
export async function record(tx: Tx, author: Author, change: Change): Promise<void> {
  const type = getChangeType(change);
  await sql`
    with h as (
      insert into history (client_id, resource, resource_id, farm_id, type, name, user_id, user_name, language, timezone, before, after)
      select ${author.client}, ${change.resource}, ${change.id}, ${change.farm}::bigint, ${type}, ${change.name}, ${author.id}::bigint,
             ${author.name}, ${author.language},
             coalesce((select timezone from farm where client_id = ${author.client} and id = ${change.farm}::bigint), 'UTC'),
             ${change.before && JSON.stringify(change.before)}::jsonb, ${change.after && JSON.stringify(change.after)}::jsonb
    ), a as (
      insert into activity (account_id, user_name, client_id, action, resource, resource_id, ip)
      values (${author.id}::bigint, ${author.name}, ${author.client}, ${type}, ${change.resource}, ${change.id}, ${author.ip})
    )
    select ${UNREAD} pg_notify(${CHANNEL_SQL}, ${eventPayload(author.client, change.resource, [change.id])})`.execute(tx);
}

/** Like `record` for many changes, with one statement. The caller notifies the screens once for all. */
export async function recordMany(tx: Tx, author: Author, changes: readonly Change[]): Promise<void> {
  const rows = changes.map((change) => ({ ...change, type: getChangeType(change) }));
  await sql`
    with r as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (resource text, id bigint, farm bigint, type text, name text, before jsonb, after jsonb)
    ), h as (
      insert into history (client_id, resource, resource_id, farm_id, type, name, user_id, user_name, language, timezone, before, after)
      select ${author.client}, r.resource, r.id, r.farm, r.type, r.name, ${author.id}::bigint, ${author.name}, ${author.language},
             coalesce(f.timezone, 'UTC'), r.before, r.after
      from r left join farm f on f.client_id = ${author.client} and f.id = r.farm
    ), a as (
      insert into activity (account_id, user_name, client_id, action, resource, resource_id, ip)
      select ${author.id}::bigint, ${author.name}, ${author.client}::bigint, r.type, r.resource, r.id, ${author.ip} from r
    )
    select ${UNREAD} 1`.execute(tx);
}

/** Records an activity outside any client, such as a sign-in or a change of the installation's own data. */
export async function recordActivity(
  db: Db,
  author: Omit<Author, 'client' | 'language'> & { client: number | null },
  action: string,
  resource: Subject,
  id: number | null,
): Promise<void> {
  await sql`
    with a as (
      insert into activity (account_id, user_name, client_id, action, resource, resource_id, ip)
      values (${author.id}::bigint, ${author.name}, ${author.client}::bigint, ${action}, ${resource}, ${id}::bigint, ${author.ip})
    )
    select pg_notify(${CHANNEL_SQL}, ${eventPayload(0, resource, id === null ? [] : [id])})`.execute(db);
}
