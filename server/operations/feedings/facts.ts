import { sql } from 'kysely';
import { sumWeights } from '#common/feeding/plan.ts';
import type { LoadingStatus } from '#contract/kinds.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import { transferCosts } from '#server/domain/carried-feed.ts';
import { type ExactDecimal, type Move, post } from '#server/domain/ledger.ts';
import { reverse } from '#server/domain/reverse-moves.ts';
import type { Author } from '#server/platform/resource/history.ts';

/** A schedule as facts are written to it. */
export interface Target {
  id: number;
  farm: number;
  planned_on: string;
}
interface Fact {
  weight_fact: number;
  implausible: boolean;
  started_at: string | null;
  seconds: number | null;
}
export interface ItemFact extends Fact {
  ingredient: number;
  pack?: string | null;
  packs?: number | null;
  pack_kg?: number | null;
  /** The chosen lot; empty for none. Null leaves it unchanged. */
  lot?: string | null | undefined;
}
export interface GroupFact extends Fact {
  group: number;
}

/** Whether any of them waits for somebody to confirm it. */
export const anyImplausible = (facts: readonly { implausible: boolean }[]): boolean => facts.some((fact) => fact.implausible);

/** The sum of the weights; null if any of them is missing. */
export const weightOf = (facts: readonly { weight_fact: number | null; implausible: boolean }[]): number | null =>
  anyImplausible(facts) ? null : sumWeights(facts.map((fact) => fact.weight_fact ?? 0));

const ITEM_WAITS = `exists (select from schedule_ingredient w where w.client_id = s.client_id and w.planned_on = s.planned_on
  and w.schedule_id = s.id and w.implausible)`;
/** The quantities that reports count of an ended load, and of an ended unloading: all or nothing. `s` is the schedule, already written. */
const COUNTS = {
  schedule_ingredient: sql.raw(`(s.status in ('loaded', 'out_process', 'uploaded') and not s.ignore_in_reports and not ${ITEM_WAITS})`),
  schedule_group: sql.raw("(s.status = 'uploaded' and not s.ignore_in_reports and not s.implausible)"),
};
/** The quantities given to groups by ended unloadings that reports ignore. */
const LEFT_OUT = sql.raw("(s.status = 'uploaded' and s.ignore_in_reports and not s.implausible)");
const SETS = {
  schedule_ingredient: sql`counted = ${COUNTS.schedule_ingredient}`,
  schedule_group: sql`counted = ${COUNTS.schedule_group}, left_out = ${LEFT_OUT}`,
};

/** Columns of the packs and the lot of an item. */
const OF_ITEM = {
  sets: sql`, pack = x.pack, packs = x.packs, pack_kg = x.pack_kg, lot = nullif(coalesce(x.lot, f.lot), '')`,
  read: sql`, pack text, packs numeric, pack_kg numeric, lot text`,
};
const NAMED = { schedule_ingredient: 'ingredient', schedule_group: 'group' } as const;

async function writeFacts(tx: Tx, client: number, target: Target, table: keyof typeof NAMED, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const more = table === 'schedule_ingredient' ? OF_ITEM : { sets: sql``, read: sql`` };
  const [name, id] = [sql.ref(NAMED[table]), sql.ref(`${NAMED[table]}_id`)];
  await sql`
    update ${UNREAD} ${sql.table(table)} f
    set weight_fact = x.weight_fact, implausible = x.implausible, started_at = x.started_at, seconds = x.seconds${more.sets}
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      as x(${name} bigint, weight_fact numeric, implausible boolean, started_at timestamptz, seconds integer${more.read})
    where f.client_id = ${client} and f.planned_on = ${target.planned_on} and f.schedule_id = ${target.id} and f.${id} = x.${name}`.execute(
    tx,
  );
}

/** Records the known facts of items; later values replace earlier ones. */
export const writeItemFacts = (tx: Tx, client: number, target: Target, facts: readonly ItemFact[]) =>
  writeFacts(tx, client, target, 'schedule_ingredient', facts);
/** The same for groups. */
export const writeGroupFacts = (tx: Tx, client: number, target: Target, facts: readonly GroupFact[]) =>
  writeFacts(tx, client, target, 'schedule_group', facts);

/**
 * Ends a load: every item has a fact, each is taken out of stock as of the schedule's day, and keeps the price, the dry matter and the
 * tolerance of that moment. The schedule's flags must be written already. While one of the facts is implausible nothing moves.
 */
export async function takeOutOfStock(tx: Tx, author: Author, target: Target, facts: readonly ItemFact[], at: string): Promise<void> {
  const posted = anyImplausible(facts) ? [] : await post(tx, author, toMoves(target, facts, at));
  const kept = JSON.stringify(posted.map(({ ingredient, price, dry_matter }) => ({ ingredient, price, dry_matter })));
  // An item of which nothing was taken stores the price that it would have had.
  await sql`
    update ${UNREAD} schedule_ingredient f set
      price = coalesce(x.price, nullif(average_at(i.client_id, i.id, ${target.planned_on}, ${at}), 0), i.price), dry_matter = coalesce(x.dry_matter, i.dry_matter),
      tolerance = item_tolerance(i.tolerance_percent, i.tolerance, f.weight_plan), counted = ${COUNTS.schedule_ingredient}
    from schedule s, ingredient i
      left join jsonb_to_recordset(${kept}::jsonb) as x(ingredient bigint, price numeric, dry_matter numeric) on x.ingredient = i.id
    where s.client_id = ${author.client} and s.id = ${target.id} and i.client_id = ${author.client} and i.id = f.ingredient_id
      and f.client_id = ${author.client} and f.planned_on = ${target.planned_on} and f.schedule_id = s.id`.execute(tx);
}

const toMoves = (target: Target, facts: readonly ItemFact[], at: string, prices?: ReadonlyMap<number, ExactDecimal>): Move[] =>
  facts
    .filter((fact) => fact.weight_fact > 0)
    .map(({ ingredient, weight_fact }) => {
      const price = prices?.get(ingredient);
      return {
        ingredient,
        kg: -weight_fact,
        ...(price === undefined ? {} : { price }),
        kind: 'load' as const,
        at,
        day: target.planned_on,
        farm: target.farm,
        schedule: target.id,
      };
    });

/** Reverses the items of an ended load and posts them again at their stored prices; a waiting load has nothing to reverse. */
export async function repostLoad(tx: Tx, author: Author, target: Target, facts: readonly ItemFact[], ended: string, reason: string) {
  if (facts.length === 0) return;
  const ingredients = facts.map((fact) => fact.ingredient);
  const { rows } = await sql<{ at: string | null }>`
    select max(l.at) as at from ledger l
    where l.client_id = ${author.client} and l.schedule_id = ${target.id} and l.kind = 'load'
      and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)`.execute(tx);
  await reverse(tx, author, { schedule: target.id, ingredients }, reason);
  await post(tx, author, toMoves(target, facts, rows[0]?.at ?? ended, await readPrices(tx, author.client, target)));
}

/** The prices of an ended load's items. */
async function readPrices(tx: Tx, client: number, { id, planned_on }: Target): Promise<Map<number, ExactDecimal>> {
  const { rows } = await sql<{ ingredient: number; price: ExactDecimal }>`
    select ingredient_id as ingredient, price::text as price from schedule_ingredient
    where client_id = ${client} and planned_on = ${planned_on} and schedule_id = ${id} and price is not null`.execute(tx);
  return new Map(rows.map(({ ingredient, price }) => [ingredient, price]));
}

/** Ends an unloading: reports count what the groups got. */
export async function countGroups(tx: Tx, client: number, target: Target): Promise<void> {
  await sql`
    update ${UNREAD} schedule_group f set ${SETS.schedule_group} from schedule s
    where s.client_id = ${client} and s.id = ${target.id}
      and f.client_id = ${client} and f.planned_on = ${target.planned_on} and f.schedule_id = s.id`.execute(tx);
  await transferCosts(tx, client, [target.id]);
}

/** Facts carry their schedule's operator, and whether reports count them. */
export async function followSchedule(tx: Tx, client: number, { id, planned_on }: Pick<Target, 'id' | 'planned_on'>): Promise<void> {
  for (const [table, sets] of Object.entries(SETS)) {
    await sql`
      update ${sql.table(table)} f set ${sets}
      from schedule s where s.client_id = ${client} and s.id = ${id}
        and f.client_id = ${client} and f.schedule_id = s.id and f.planned_on = ${planned_on}`.execute(tx);
  }
  await transferCosts(tx, client, [id]);
}

/** A schedule's own columns that facts set; what isn't named stays. */
export interface ScheduleRecord {
  status: LoadingStatus;
  operator_id?: number | null;
  /** Nothing while one of the weighings waits to be confirmed. */
  weight_fact?: number | null;
  weight_unloaded?: number | null;
  implausible?: boolean;
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
