import { type RawBuilder, sql } from 'kysely';
import { isStanding, lotShares } from './lot-shares.ts';

/**
 * SQL, for use after `from`: the first in, first out price of each issue (`issue`, a move of the ledger): the prices of the receipts that it
 * took, by kilograms. Lots chosen at the mixer have no influence: first in, first out is a rule of accounting. Kilograms that left before their
 * receipt keep the price at which they left, so that later receipts change no price.
 */
export const fifoPrices = (client: number): RawBuilder<unknown> => sql`(
  with ${lotShares(client, sql`(select coalesce(array_agg(id), '{}') from ingredient where client_id = ${client})::bigint[]`, { choices: false })}
  select s.issue, s.ingredient_id, max(o.schedule_id) as schedule_id, max(o.batch_id) as batch_id, sum(s.kg) as kg,
    sum(s.kg * case when s.early or r.price is null then o.price else r.price end) / sum(s.kg) as price
  from lot_share s
  join ledger o on o.client_id = ${client} and o.id = s.issue
  left join ledger r on r.client_id = ${client} and r.id = s.receipt
  group by s.issue, s.ingredient_id)`;

/** The same by feeding or batch and feed. */
export const groupFifoPrices = (client: number, of: 'schedule_id' | 'batch_id'): RawBuilder<unknown> => sql`(
  select ${sql.ref(of)}, ingredient_id, sum(kg * price) / sum(kg) as price from ${fifoPrices(client)} p
  where ${sql.ref(of)} is not null group by 1, 2)`;

/**
 * SQL: the price of a kilogram of the feed `feed` in stock at the end of a day, first in, first out: that of the receipts up to the day without
 * the kilograms that left by then. Null without stock.
 */
export const fifoWorth = (client: number, feed: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> => {
  const moves = sql`from ledger l where l.client_id = ${client} and l.ingredient_id = ${feed} and l.day <= ${day} and ${sql.raw(isStanding('l'))}`;
  return sql`(
    select sum(r.price * r.left_kg) / nullif(sum(r.left_kg), 0) from (
      select c.price, greatest(0, least(c.kg, c.upto - g.kg)) as left_kg
      from (select l.price, l.kg, sum(l.kg) over (order by l.day, l.at, l.id) as upto ${moves} and l.kg > 0) c
      cross join (select -coalesce(sum(l.kg), 0) as kg ${moves} and l.kg < 0) g
    ) r)`;
};
