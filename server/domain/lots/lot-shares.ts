import { type RawBuilder, sql } from 'kysely';
import { LOT_LETTERS } from '#common/lots/lot-number.ts';

/**
 * SQL: the own number of the lot that a receipt `l` of the ledger brings: the letter of its kind and the number of its entry. A receipt without
 * an entry, such as feed found by a count, has the number of its move.
 */
export const lotKey = (l: string): string => {
  const of = (letter: string, id: string) => `'${letter}-' || ${l}.${id}`;
  return `coalesce(case ${l}.kind
    when 'delivery' then ${of(LOT_LETTERS.delivery, 'delivery_id')}
    when 'harvest' then ${of(LOT_LETTERS.harvest, 'harvest_id')}
    when 'opening_balance' then ${of(LOT_LETTERS.opening, 'opening_id')}
    when 'transfer_in' then ${of(LOT_LETTERS.transfer, 'transfer_id')}
    when 'craft_in' then coalesce(${of(LOT_LETTERS.batch, 'batch_id')}, ${of(LOT_LETTERS.craft, 'id')}) end, ${of(LOT_LETTERS.count, 'id')})`;
};

/** SQL: a move `l` that is neither a reversal nor reversed. */
export const isStanding = (l: string): string =>
  `${l}.kind <> 'reversal' and not exists (select from ledger r where r.client_id = ${l}.client_id and r.reverses_id = ${l}.id)`;

/** SQL condition: the lot of a receipt has the number, given or its own. Upper and lower case are the same. */
const hasNumber = (number: string, receipt: string): string => {
  const given = (['delivery', 'harvest', 'opening', 'batch'] as const).map(
    (table) =>
      `exists (select from ${table} e where e.client_id = s.client_id and e.id = ${receipt}.${table}_id and e.lot <> '' and lower(e.lot) = lower(${number}))`,
  );
  return `(${receipt}.lot = upper(${number}) or ${given.join(' or ')})`;
};

/** Place after all receipts, or after all issues, of a feed. */
const NONE = sql.raw('9223372036854775807');

const SUMMED = sql`
      select ingredient_id, min(id) as id, min(place) as place, sum(kg) as kg, 0 as taken from left_stock where kind = 'load' group by ingredient_id, run
      union all
      select ingredient_id, id, place, kg, taken from left_stock where kind <> 'load'`;

interface ShareOptions {
  /** False: chosen lots have no influence. */
  choices?: boolean;
  /** Adds up loads without another move between them: `issue` is then the first of them. Sums by kind need no more. */
  summed?: boolean;
}

/**
 * CTEs that end in `lot_share`: which kilograms of which receipt left with which issue, for the feeds of the array `feeds`. `of_receipt` and
 * `of_issue` are the positions of the share within its receipt and its issue, in kilograms.
 *
 * A load takes its chosen lot first, as far as that lot reaches. Everything else is first in, first out: receipts and issues are intervals
 * of two cumulative sums in the order of positions, and a share is an overlap. `early` marks a share whose receipt comes after its issue:
 * the receipt filled stock below zero. Without `issue`, the share is still in stock; without `receipt`, no lot has filled the gap.
 */
export const lotShares = (
  client: number,
  feeds: RawBuilder<unknown>,
  { choices = true, summed = false }: ShareOptions = {},
): RawBuilder<unknown> => sql`
  standing as materialized (
    select l.id, l.ingredient_id, l.kind, l.kg, l.schedule_id, l.delivery_id, l.harvest_id, l.opening_id, l.batch_id, case when l.kg > 0 then ${sql.raw(lotKey('l'))} end as lot,
      row_number() over positions as place, count(*) filter (where l.kind <> 'load') over positions as run
    from ledger l
    where l.client_id = ${client} and l.ingredient_id = any(${feeds}) and l.kg <> 0 and ${sql.raw(isStanding('l'))}
    window positions as (partition by l.ingredient_id order by l.day, l.at, l.id)
  ), wanted as (
    -- Of several receipts with the number, the oldest one.
    select distinct on (i.id) i.ingredient_id, i.id as issue, i.place, -i.kg as kg, r.id as receipt, r.kg as received, r.place > i.place as early
    from standing i
    join schedule_ingredient s on s.client_id = ${client} and s.schedule_id = i.schedule_id and s.ingredient_id = i.ingredient_id and s.lot is not null
    join standing r on r.ingredient_id = i.ingredient_id and r.kg > 0 and ${sql.raw(hasNumber('s.lot', 'r'))}
    where i.kind = 'load' and i.kg < 0 ${choices ? sql`` : sql`and false`}
    order by i.id, r.place
  ), queued as (
    select w.*, coalesce(sum(kg) over (partition by receipt order by place rows between unbounded preceding and 1 preceding), 0) as before from wanted w
  ), chosen as materialized (
    select ingredient_id, receipt, issue, least(kg, received - before) as kg, before as of_receipt, early from queued where before < received
  ), came as materialized (
    select ingredient_id, id, place, kg, taken, sum(kg) over (partition by ingredient_id order by place) - kg as starts
    from (
      select m.ingredient_id, m.id, m.place, m.kg - coalesce(c.kg, 0) as kg, coalesce(c.kg, 0) as taken
      from standing m left join (select receipt, sum(kg) as kg from chosen group by receipt) c on c.receipt = m.id
      where m.kg > 0
    ) m where kg > 0
  ), left_stock as (
    select m.ingredient_id, m.id, m.kind, m.place, m.run, -m.kg - coalesce(c.kg, 0) as kg, coalesce(c.kg, 0) as taken
    from standing m left join chosen c on c.issue = m.id
    where m.kg < 0
  ), went as materialized (
    select ingredient_id, id, place, kg, taken, sum(kg) over (partition by ingredient_id order by place) - kg as starts
    from (${summed ? SUMMED : sql`select * from left_stock`}) m where kg > 0
  ), edge as (
    select ingredient_id, starts as at, place as receipt, 0 as issue from came
    union all select ingredient_id, starts, 0, place from went
    union all select ingredient_id, sum(kg), ${NONE}, 0 from came group by ingredient_id
    union all select ingredient_id, sum(kg), 0, ${NONE} from went group by ingredient_id
  ), cut as materialized (
    select ingredient_id, at, max(receipt) over so_far as receipt, max(issue) over so_far as issue,
      lead(at) over (partition by ingredient_id order by at) - at as kg
    from edge window so_far as (partition by ingredient_id order by at)
  ), lot_share as materialized (
    select c.ingredient_id, r.id as receipt, i.id as issue, c.kg, r.taken + c.at - r.starts as of_receipt, i.taken + c.at - i.starts as of_issue,
      coalesce(r.place > i.place, false) as early
    from cut c
    left join came r on r.ingredient_id = c.ingredient_id and r.place = c.receipt
    left join went i on i.ingredient_id = c.ingredient_id and i.place = c.issue
    where c.kg > 0
    union all
    select ingredient_id, receipt, issue, kg, of_receipt, 0, early from chosen
  )`;
