import { type RawBuilder, sql } from 'kysely';
import { isStanding, lotShares } from './lot-shares.ts';

/** Moves to trace: receipts of the ledger to their destinations, or issues of the ledger to the lots in them. */
type Traced = { receipts: RawBuilder<unknown> } | { issues: RawBuilder<unknown> };

/** Decimals of a lot's kilograms within a mix. */
const DECIMALS = 6;

/**
 * SQL: the part of `kg`, spread evenly over an interval of the length `whole`, between two positions. Each end is rounded for itself,
 * so the parts of an interval sum to `kg` exactly.
 */
export const partBetween = (kg: string, whole: string, from: string, to: string): string =>
  `(round(${kg} * (${to}) / ${whole}, ${DECIMALS}) - round(${kg} * (${from}) / ${whole}, ${DECIMALS}))`;

/** The overlap of a segment `g` of a receipt with a share `s` of it. */
const FROM = 'greatest(g.from_kg, s.of_receipt)';
const TO = 'least(g.to_kg, s.of_receipt + s.kg)';
const PART = partBetween('g.kg', '(g.to_kg - g.from_kg)', `${FROM} - g.from_kg`, `${TO} - g.from_kg`);
const OVERLAPS = 's.receipt = g.receipt and s.of_receipt < g.to_kg and s.of_receipt + s.kg > g.from_kg';

/**
 * CTE `passed`: issues whose feed entered stock again, with the receipt that it became. Feed of a transfer keeps its order; compound feed
 * (`mixed`) contains each part evenly. A craft without a batch is found by its moment, as all its moves are written in one transaction.
 */
const passedOn = (client: number): RawBuilder<unknown> => sql`
  crafted as materialized (
    select l.* from ledger l
    where l.client_id = ${client} and l.kind in ('craft_out', 'craft_in', 'transfer_out', 'transfer_in') and ${sql.raw(isStanding('l'))}
  ), passed as materialized (
    select o.id as issue, o.ingredient_id as from_feed, i.id as receipt, i.ingredient_id as into_feed, i.kg, false as mixed
    from crafted o join crafted i on i.transfer_id = o.transfer_id and i.kind = 'transfer_in' where o.kind = 'transfer_out'
    union all
    select o.id, o.ingredient_id, i.id, i.ingredient_id, i.kg, true
    from crafted o join crafted i on i.batch_id = o.batch_id and i.kind = 'craft_in' where o.kind = 'craft_out'
    union all
    select o.id, o.ingredient_id, i.id, i.ingredient_id, i.kg, true
    from crafted o join crafted i on i.created_at = o.created_at and i.at = o.at and i.farm_id = o.farm_id and i.note = o.note
      and i.kind = 'craft_in' and i.batch_id is null
    where o.kind = 'craft_out' and o.batch_id is null
  )`;

const toFeedIds = (rows: RawBuilder<unknown>) => sql`(select coalesce(array_agg(feed), '{}') from ${rows})::bigint[]`;

/** CTEs `reached` (all feeds on the way) and `origin` (the receipts to trace). */
function findOrigins(client: number, traced: Traced): RawBuilder<unknown> {
  const start = sql`${'receipts' in traced ? traced.receipts : traced.issues}::bigint[]`;
  const began = sql`select l.ingredient_id from ledger l where l.client_id = ${client} and l.id = any(${start})`;
  if ('receipts' in traced) {
    return sql`
      reached (feed) as (${began} union select p.into_feed from reached r join passed p on p.from_feed = r.feed),
      ${lotShares(client, toFeedIds(sql`reached`))}, origin as materialized (select id, kg from standing where id = any(${start}) and kg > 0)`;
  }
  return sql`
    reached (feed) as (${began} union select p.from_feed from reached r join passed p on p.into_feed = r.feed),
    ${lotShares(client, toFeedIds(sql`reached`))}, source (receipt) as (
      select s.receipt from lot_share s where s.issue = any(${start}) and s.receipt is not null
      union
      select s.receipt from source f join passed p on p.receipt = f.receipt join lot_share s on s.issue = p.issue and not s.early
      where s.receipt is not null
    ), origin as materialized (select m.id, m.kg from source f join standing m on m.id = f.receipt)`;
}

/**
 * Recursive CTEs that end in `destination`: the kilograms of each lot (`lot`, a receipt) by the `issue` that took them out of stock. Kilograms
 * still in stock name no issue, but the `receipt` of their present store. Feed of transfers and compound feed is traced on into its new store.
 * Kilograms that left before their receipt (`early`) aren't traced through compound feed: the batch itself is their destination.
 *
 * Traced from issues, only the kilograms that these issues took are destinations.
 *
 * A segment is a part of a receipt with kilograms of the lot, spread evenly. The kilograms of a lot over its destinations sum to its receipt.
 */
export function traceLots(client: number, traced: Traced): RawBuilder<unknown> {
  const within = 'receipts' in traced ? sql`` : sql`and p.receipt in (select receipt from source)`;
  const wanted = 'receipts' in traced ? sql`` : sql`and s.issue = any(${traced.issues}::bigint[])`;
  return sql`
  ${passedOn(client)}, ${findOrigins(client, traced)}, segment (lot, receipt, from_kg, to_kg, kg) as (
    select id, id, 0::numeric, kg::numeric, kg::numeric from origin
    union all
    select g.lot, p.receipt, case when p.mixed then 0 else s.of_issue + ${sql.raw(`${FROM} - s.of_receipt`)} end,
      case when p.mixed then p.kg else s.of_issue + ${sql.raw(`${TO} - s.of_receipt`)} end, ${sql.raw(PART)}
    from segment g join lot_share s on ${sql.raw(OVERLAPS)} and not s.early join passed p on p.issue = s.issue
    where ${sql.raw(PART)} > 0 ${within}
  ), destination as materialized (
    select g.lot, s.issue, case when s.issue is null then g.receipt end as receipt, s.early, sum(${sql.raw(PART)}) as kg
    from segment g join lot_share s on ${sql.raw(OVERLAPS)}
    where (s.issue is null or s.early or not exists (select from passed p where p.issue = s.issue)) ${wanted}
    group by 1, 2, 3, 4
  )`;
}
