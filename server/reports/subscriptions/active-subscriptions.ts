import { type RawBuilder, sql } from 'kysely';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import type { StopReason } from '#contract/reports/sendings.ts';
import type { Conventions } from '#contract/words.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { dbOf, notifyOwner, type Owner, TABLES } from './owner.ts';
import type { Subscription } from './table.ts';

/** A subscription as it is worked off: by whose rights, of what, for whom. */
export interface ActiveSubscription
  extends Pick<Subscription, 'id' | 'format' | 'language' | 'period' | 'timezone' | 'every' | 'weekday' | 'month_day' | 'hour'> {
  owner: Owner;
  /** The sender: name of the client or of the person. */
  sender: string;
  account: number;
  name: string;
  report_type: string;
  filters: SavedFilters;
  next_at: string | null;
  recipients: string[];
  /** The subscription's own, else its author's, else the client's. */
  units: Conventions['units'];
  clock: Conventions['clock'];
}

/** A client's subscription, which belongs to a farm. */
export interface ClientSubscription extends ActiveSubscription {
  farm: number;
  farm_name: string;
  client_locked: boolean;
}

const COMMON = sql`s.id, s.account_id as account, s.format, s.language, s.period, s.every, s.weekday, s.month_day, s.hour, s.next_at, s.recipients`;
const AUTHOR = sql`coalesce(nullif(trim(author.first_name || ' ' || author.last_name), ''), author.email)`;

/** Subscriptions by kind of owner. Subscriptions of deleted saved filters are left out. */
const SELECTS: Record<Owner['kind'], RawBuilder<unknown>> = {
  client: sql`
    select ${COMMON}, json_build_object('kind', 'client', 'id', s.client_id) as owner, c.company_name as sender, c.locked as client_locked,
      coalesce(s.units, author.units, c.units) as units, coalesce(s.clock, author.clock, c.clock) as clock,
      a.name, a.report_type, a.filters, a.farm_id as farm, f.name as farm_name, f.timezone
    from report_subscription s
    join additional_report a on a.client_id = s.client_id and a.id = s.additional_id and not a.deleted
    join farm f on f.client_id = a.client_id and f.id = a.farm_id
    join client c on c.id = s.client_id
    join account author on author.id = s.account_id`,
  person: sql`
    select ${COMMON}, json_build_object('kind', 'person', 'id', s.account_id) as owner, ${AUTHOR} as sender,
      coalesce(author.units, 'kg') as units, coalesce(author.clock, '24') as clock,
      v.name, v.report_type, v.filters, s.timezone
    from person_subscription s join person_view v on v.id = s.view_id
    join account author on author.id = s.account_id`,
};

/** The active subscriptions that match a condition on `s`. */
export async function activeSubscriptions<K extends Owner['kind']>(
  db: Db,
  kind: K,
  where: RawBuilder<unknown>,
  lock = false,
): Promise<(K extends 'client' ? ClientSubscription : ActiveSubscription)[]> {
  const { rows } = await sql<K extends 'client' ? ClientSubscription : ActiveSubscription>`
    ${SELECTS[kind]} where s.stopped is null and s.active and ${where} ${lock ? sql`for no key update of s skip locked` : sql``}`.execute(
    db,
  );
  return rows;
}

/** The one of that number, unless it goes out no more. */
export async function activeSubscription<K extends Owner['kind']>(services: Services, owner: Owner & { kind: K }, id: number) {
  const { key } = TABLES[owner.kind];
  const [subscription] = await activeSubscriptions<K>(dbOf(services, owner), owner.kind, sql`s.${key} = ${owner.id} and s.id = ${id}`);
  return subscription;
}

/** Why a refusal ends it for good; null when it may go another time. */
export function stopReason(error: unknown): StopReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'locked';
  if (error.status === 403) return 'no_rights';
  return error.status === 400 || error.status === 404 ? 'cannot_be_made' : null;
}

/** Stops the subscription until somebody saves it again. Its waiting mails fail with this reason. */
export async function stop(services: Services, { owner, id }: Pick<ActiveSubscription, 'owner' | 'id'>, reason: StopReason): Promise<void> {
  const { key, subscriptions, sendings } = TABLES[owner.kind];
  await dbOf(services, owner)
    .transaction()
    .execute(async (tx) => {
      await sql`update ${subscriptions} set stopped = ${reason}, next_at = null where ${key} = ${owner.id} and id = ${id}`.execute(tx);
      await sql`
        update ${sendings} set state = 'failed', error = ${reason} where ${key} = ${owner.id} and subscription_id = ${id}
          and state in ('waiting', 'held')`.execute(tx);
      await notifyOwner(tx, owner, [id]);
    });
}
