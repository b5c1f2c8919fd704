import { type RawBuilder, sql } from 'kysely';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import type { StopReason } from '#contract/reports/subscriptions.ts';
import type { Conventions } from '#contract/words.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { notify } from '#server/platform/runtime/events.ts';
import type { Subscription } from './table.ts';

/** A subscription as it is worked off: by whose rights, of what, for whom. */
export interface ActiveSubscription
  extends Pick<Subscription, 'id' | 'format' | 'language' | 'period' | 'farm' | 'timezone' | 'every' | 'weekday' | 'month_day' | 'hour'> {
  client: number;
  client_name: string;
  account: number;
  name: string;
  report_type: string;
  filters: SavedFilters;
  farm_name: string;
  next_at: string | null;
  recipients: string[];
  client_locked: boolean;
  /** The subscription's own, else its author's, else the client's. */
  units: Conventions['units'];
  clock: Conventions['clock'];
}

/** Those that a condition on `s` names and that still go out; whose saved filter was deleted doesn't. */
export async function activeSubscriptions(db: Db, where: RawBuilder<unknown>, lock = false): Promise<ActiveSubscription[]> {
  const { rows } = await sql<ActiveSubscription>`
    select s.client_id as client, c.company_name as client_name, c.locked as client_locked, s.id, s.account_id as account, s.format, s.language,
      coalesce(s.units, author.units, c.units) as units, coalesce(s.clock, author.clock, c.clock) as clock,
      s.period, s.every, s.weekday, s.month_day, s.hour, s.next_at, s.recipients, a.name, a.report_type, a.filters, a.farm_id as farm,
      f.name as farm_name, f.timezone
    from report_subscription s
    join additional_report a on a.client_id = s.client_id and a.id = s.additional_id and not a.deleted
    join farm f on f.client_id = a.client_id and f.id = a.farm_id
    join client c on c.id = s.client_id
    join account author on author.id = s.account_id
    where s.stopped is null and s.active and ${where} ${lock ? sql`for no key update of s skip locked` : sql``}`.execute(db);
  return rows;
}

/** Why a refusal ends it for good; null when it may go another time. */
export function stopReason(error: unknown): StopReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'locked';
  if (error.status === 403) return 'no_rights';
  return error.status === 400 || error.status === 404 ? 'cannot_be_made' : null;
}

/** Nothing more goes out of it until somebody saves it anew; what still waits has failed, for that reason. */
export async function stop(
  services: Services,
  { client, id }: Pick<ActiveSubscription, 'client' | 'id'>,
  reason: StopReason,
): Promise<void> {
  await services.database
    .forClient(client)
    .transaction()
    .execute(async (tx) => {
      await sql`update report_subscription set stopped = ${reason}, next_at = null where client_id = ${client} and id = ${id}`.execute(tx);
      await sql`
        update report_sending set state = 'failed', error = ${reason} where client_id = ${client} and subscription_id = ${id}
          and state in ('waiting', 'held')`.execute(tx);
      await notify(tx, client, 'subscriptions', [id]);
    });
}
