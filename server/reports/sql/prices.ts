import { type RawBuilder, sql } from 'kysely';
import { fifoPrices, groupFifoPrices } from '#server/domain/lots/fifo-prices.ts';
import type { ReportScope } from './scope.ts';

/**
 * The price of a kilogram of an ingredient `n` by the requested basis: its current moving average in stock or its current list price, each
 * as a fallback of the other. null: the price at the moment of the move, which each row of facts and of the ledger stores.
 */
export function priceNow({ filters }: ReportScope): string | null {
  switch (filters.price_basis?.[0]) {
    case 'average':
      return 'coalesce(nullif(n.average_price, 0), n.price)';
    case 'today':
      return 'coalesce(nullif(n.price, 0), n.average_price)';
    default:
      return null;
  }
}

/** True if moves are valued first in, first out: each by its own receipts. */
export const isFifo = ({ filters }: Pick<ReportScope, 'filters'>): boolean => filters.price_basis?.[0] === 'fifo';

/** True if values differ from those of the moment, which alone are in the roll-ups. */
export const isRevalued = (scope: ReportScope): boolean => isFifo(scope) || priceNow(scope) !== null;

const ITEM =
  'schedule_id ingredient_id planned_on farm_id position weight_plan weight_fact tolerance dry_matter started_at seconds counted implausible';
const MOVE = {
  ledger:
    'id at day farm_id stock_id ingredient_id kind kg schedule_id delivery_id batch_id transfer_id harvest_id reverses_id note user_id created_at',
  stock_day: 'day farm_id ingredient_id kind kg moves',
  stock_month: 'month farm_id ingredient_id kind kg moves',
} as const;
const listed = (columns: string) => ['client_id', ...columns.split(' ')].map((name) => `o.${name}`).join(', ');

/** The weighings with their `price` by the basis, for use after `from`. A part that isn't loaded yet has no price. */
export function weighedAt(scope: ReportScope): RawBuilder<unknown> {
  const worth = priceNow(scope);
  if (isFifo(scope))
    return sql`(
    select ${sql.raw(listed(ITEM))}, case when o.price is not null then coalesce(p.price, o.price) end as price
    from schedule_ingredient o
    left join ${groupFifoPrices(scope.client, 'schedule_id')} p on p.schedule_id = o.schedule_id and p.ingredient_id = o.ingredient_id)`;
  if (!worth) return sql.raw('schedule_ingredient');
  return sql.raw(`(
    select ${listed(ITEM)}, case when o.price is not null then ${worth} end as price
    from schedule_ingredient o join ingredient n on n.client_id = o.client_id and n.id = o.ingredient_id)`);
}

/** The price at which the feed of a row `d` was taken last, up to its day. */
export const lastTaken = (client: number) => sql`(
      select l.price from ledger l where l.client_id = ${client} and l.ingredient_id = d.ingredient_id and l.day <= d.day
        and l.kind in ('load', 'craft_out') order by l.day desc, l.at desc, l.id desc limit 1
    )`;

/** The average price in stock of the feed of a row `d` at the end of its day; null before anything came. */
const averageThen = (client: number) => sql`(
      select nullif(a.average, 0) from stock_average a
      where a.client_id = ${client} and a.ingredient_id = d.ingredient_id and a.day <= d.day order by a.day desc limit 1
    )`;

/** The list price of a feed `n` on the day of a row `d`. */
const listPriceThen = sql`coalesce((
      select f.price from former_price f where f.client_id = n.client_id and f.ingredient_id = n.id and f.until > d.day order by f.until limit 1
    ), n.price)`;

/** Price of a kilogram of a feed `n` at the end of the day of a row `d`: the average, else the list price. */
export const worthThen = (client: number) => sql`coalesce(${averageThen(client)}, ${listPriceThen})`;

/**
 * CTE `worth`: the price of a kilogram of each feed on the days on which rows of the CTE `rows` (`ingredient_id`, `day`, `price`) have no
 * price because nothing was taken: by the basis, else the last price up to that day, else the average or list price of that day.
 */
export function priceThen(scope: ReportScope, rows: string): RawBuilder<unknown> {
  const worth = priceNow(scope);
  const then = sql`coalesce(${lastTaken(scope.client)}, ${worthThen(scope.client)})`;
  return sql`
  worth as materialized (
    select d.ingredient_id, d.day, ${worth ? sql.raw(worth) : then} as price
    from (select distinct ingredient_id, day from ${sql.raw(rows)} where price is null) d
    join ingredient n on n.client_id = ${scope.client} and n.id = d.ingredient_id
  )`;
}

/** The ledger, or one of its roll-ups, with its `value` (and for the ledger its `price`) by the basis, for use after `from`. */
export function movedAt(scope: ReportScope, table: keyof typeof MOVE): RawBuilder<unknown> {
  const worth = priceNow(scope);
  if (isFifo(scope)) return fifoMoves(scope, table);
  if (!worth) return sql.raw(table);
  return sql.raw(`(
    select ${listed(MOVE[table])}, ${worth} as price, o.kg * ${worth} as value
    from ${table} o join ingredient n on n.client_id = o.client_id and n.id = o.ingredient_id)`);
}

/** The ledger or its sums by day or month, valued first in, first out. Roll-ups contain no receipts, so the sums are those of the ledger. */
function fifoMoves({ client }: ReportScope, table: keyof typeof MOVE): RawBuilder<unknown> {
  if (table === 'ledger')
    return sql`(
    select ${sql.raw(listed(MOVE.ledger))}, coalesce(p.price, o.price) as price, o.kg * coalesce(p.price, o.price) as value
    from ledger o left join ${fifoPrices(client)} p on p.issue = o.id)`;
  const time = table === 'stock_day' ? sql`o.day` : sql`month_of(o.day) as month`;
  return sql`(
    select o.client_id, ${time}, o.farm_id, o.ingredient_id, coalesce(f.kind, o.kind) as kind, sum(o.kg) as kg, count(*) as moves,
      sum(o.kg * coalesce(p.price, o.price)) as value
    from ledger o left join ledger f on f.client_id = o.client_id and f.id = o.reverses_id
    left join ${fifoPrices(client)} p on p.issue = o.id
    where o.client_id = ${client} group by 1, 2, 3, 4, 5)`;
}
