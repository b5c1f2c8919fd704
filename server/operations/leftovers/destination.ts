import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { LEFTOVER_DAYS, type LeftoverTo } from '#contract/operations/leftovers.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { demandOnFarm } from '#server/platform/resource/references.ts';
import type { AnyRow, Change, Input } from '#server/platform/resource/table.ts';

/** The group that it is fed to; null where it isn't. */
export const takerOf = (to: LeftoverTo | undefined): number | null => (typeof to === 'object' ? to.group : null);

/**
 * The columns of a leftover's destination. 400 if it is invalid, 409 if a closed month would change. Fields of another destination are
 * cleared.
 */
export async function whereTo(tx: Tx, context: ClientContext, { input, before, after }: Change): Promise<Input> {
  const taker = takerOf(after.to);
  const columns = { destination: taker === null ? (after.to ?? 'waste') : 'group', to_group_id: taker };
  if (takerOf(before?.to) !== null) await demandOpenEnds(tx, context.client, { ...before });
  if (after.to !== 'sold' && typeof input.price === 'number') throw invalid('price', 'invalid_value');
  if (taker === null) {
    demandNotFed(input);
    return { ...columns, refed: null, refed_on: null, to_schedule_id: null, ...(after.to === 'sold' ? {} : { sold_price: null }) };
  }
  await demandTaker(tx, context, { input, after }, taker);
  return { ...columns, sold_price: null };
}

/** A leftover that no group gets has no figures of its feeding. */
function demandNotFed(input: Input): void {
  for (const field of ['refed', 'refed_on'] as const) if (input[field] != null) throw invalid(field, 'invalid_value');
}

/** The group is another one of the farm, and gets the leftover within its days and its weight. */
async function demandTaker(
  tx: Tx,
  context: ClientContext,
  { input, after }: Pick<Change, 'input' | 'after'>,
  taker: number,
): Promise<void> {
  // Feed that a group gets again isn't left over.
  if (taker === after.group) throw invalid('to.group', 'invalid_value');
  if (input.to !== undefined || input.farm !== undefined) await demandOnFarm(tx, context, 'animal_group', after.farm, [taker], 'to.group');
  if (after.refed != null && after.refed > after.weight) throw invalid('refed', 'too_large', { limit: after.weight });
  if (after.refed_on != null) await demandFeedableDay(tx, context.client, after);
  await demandSource(tx, context.client, after);
}

/** The leftover is fed within `LEFTOVER_DAYS`, and in an open month. */
async function demandFeedableDay(tx: Tx, client: number, { farm, date, refed_on: day }: AnyRow): Promise<void> {
  const last = addDays(date, LEFTOVER_DAYS);
  if (day < date) throw invalid('refed_on', 'min_val', { limit: date });
  if (day > last) throw invalid('refed_on', 'too_large', { limit: last });
  await demandOpenMonth(tx, client, farm, day);
}

/** The group was fed before, on a day of an open month. */
async function demandSource(tx: Tx, client: number, { farm, group, date }: AnyRow): Promise<void> {
  const { rows } = await sql<{ day: string | null }>`
    select last_given_day(${client}, ${farm}, ${group}, ${date}::date) as day`.execute(tx);
  const source = rows[0]?.day;
  if (!source) throw invalid('to', 'nothing_given', { limit: LEFTOVER_DAYS });
  await demandOpenMonth(tx, client, farm, source);
}

/** 409 if the leftover was transferred out of, or into, a month that is closed now. */
export async function demandOpenEnds(tx: Tx, client: number, { id, farm }: AnyRow): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select from_day as day from carried_feed where client_id = ${client} and leftover_id = ${id}
    union select to_day from carried_feed where client_id = ${client} and leftover_id = ${id}`.execute(tx);
  for (const { day } of rows) await demandOpenMonth(tx, client, farm, day);
}

/** 409 where the feeding that it went into is of a closed month. */
export async function demandOpenFeeding(tx: Tx, client: number, id: number): Promise<void> {
  const { rows } = await sql<{ farm: number; day: string }>`
    select s.farm_id as farm, s.planned_on as day from leftover l join schedule s on s.client_id = l.client_id and s.id = l.to_schedule_id
    where l.client_id = ${client} and l.id = ${id}`.execute(tx);
  for (const { farm, day } of rows) await demandOpenMonth(tx, client, farm, day);
}
