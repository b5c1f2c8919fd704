import { sql } from 'kysely';
import type { LoadingStatus } from '../../../contract/kinds.ts';
import type { Author } from '../../core/history.ts';
import { post } from '../../core/ledger.ts';
import { UNREAD } from '../../db/connection.ts';
import type { Tx } from '../../db/database.ts';

/** A schedule as facts are written to it. */
export interface Target {
  id: number;
  farm: number;
  planned_on: string;
}
export interface ItemFact {
  ingredient: number;
  weight_fact: number;
  started_at: string | null;
  seconds: number | null;
}
export interface GroupFact {
  group: number;
  weight_fact: number;
  started_at: string | null;
  seconds: number | null;
}

/** Puts down what is known of items, last word over earlier ones. */
export async function writeItemFacts(tx: Tx, client: number, target: Target, facts: readonly ItemFact[]): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    update ${UNREAD} schedule_ingredient f set weight_fact = x.weight_fact, started_at = x.started_at, seconds = x.seconds
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      as x(ingredient integer, weight_fact numeric, started_at timestamptz, seconds integer)
    where f.client_id = ${client} and f.planned_on = ${target.planned_on} and f.schedule_id = ${target.id}
      and f.ingredient_id = x.ingredient`.execute(tx);
}

/** The same for groups. */
export async function writeGroupFacts(tx: Tx, client: number, target: Target, facts: readonly GroupFact[]): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    update ${UNREAD} schedule_group f set weight_fact = x.weight_fact, started_at = x.started_at, seconds = x.seconds
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      as x("group" integer, weight_fact numeric, started_at timestamptz, seconds integer)
    where f.client_id = ${client} and f.planned_on = ${target.planned_on} and f.schedule_id = ${target.id} and f.group_id = x.group`.execute(
    tx,
  );
}

/**
 * Ends a load: every item has a fact, each is taken out of stock as of the schedule's day, and keeps the price and the dry matter of
 * that moment. The schedule's flags must be written already.
 */
export async function takeOutOfStock(tx: Tx, author: Author, target: Target, facts: readonly ItemFact[], at: string): Promise<void> {
  const posted = await post(
    tx,
    author,
    facts
      .filter((fact) => fact.weight_fact > 0)
      .map((fact) => ({
        ingredient: fact.ingredient,
        kg: -fact.weight_fact,
        kind: 'load' as const,
        at,
        day: target.planned_on,
        farm: target.farm,
        schedule: target.id,
      })),
  );
  const kept = JSON.stringify(posted.map(({ ingredient, price, dry_matter }) => ({ ingredient, price, dry_matter })));
  // What nothing was taken of keeps the price that it would have been taken at.
  await sql`
    update ${UNREAD} schedule_ingredient f set
      price = coalesce(x.price, nullif(i.average_price, 0), i.price), dry_matter = coalesce(x.dry_matter, i.dry_matter),
      counted = not s.ignore_in_reports
    from schedule s, ingredient i
      left join jsonb_to_recordset(${kept}::jsonb) as x(ingredient integer, price numeric, dry_matter numeric) on x.ingredient = i.id
    where s.client_id = ${author.client} and s.id = ${target.id} and i.client_id = ${author.client} and i.id = f.ingredient_id
      and f.client_id = ${author.client} and f.planned_on = ${target.planned_on} and f.schedule_id = s.id`.execute(tx);
}

/** Ends an unloading: reports count what the groups got. */
export async function countGroups(tx: Tx, client: number, target: Target): Promise<void> {
  await sql`
    update ${UNREAD} schedule_group f set counted = not s.ignore_in_reports from schedule s
    where s.client_id = ${client} and s.id = ${target.id}
      and f.client_id = ${client} and f.planned_on = ${target.planned_on} and f.schedule_id = s.id`.execute(tx);
}

/** A schedule's own columns that facts set; what isn't named stays. */
export interface ScheduleRecord {
  status: LoadingStatus;
  operator_id?: number | null;
  weight_fact?: number;
  weight_unloaded?: number;
  started_at?: string | null;
  seconds?: number | null;
  upload_started_at?: string | null;
  upload_seconds?: number | null;
  mix_seconds?: number | null;
  auger_rotations?: number | null;
}

export async function writeRecord(tx: Tx, client: number, id: number, record: ScheduleRecord): Promise<void> {
  const sets = Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`
    update ${UNREAD} schedule set ${sql.join([...sets, sql`version = version + 1`])} where client_id = ${client} and id = ${id}`.execute(
    tx,
  );
}
