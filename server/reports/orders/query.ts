import { type RawBuilder, sql } from 'kysely';
import { ordersView } from '#contract/reports/orders-view.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { type CellsOf, selected } from '#server/reports/sql/formulas.ts';
import { stockIngredients } from '#server/reports/sql/moves.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

/**
 * Orders with a day in the range, each with all of its deliveries at any time. The day of the delivery that completes an order is the day
 * it was filled. An open order is late by the days since its last day, by the clock of the feed's farm.
 */
const selectOrders = (scope: ReportScope): RawBuilder<unknown> => sql`
  with ${stockIngredients(scope)}, o as materialized (
    select t.*, i.farm_id, i.stock_id, i.name as ingredient, f.name as farm, f.timezone, (${scope.now}::timestamptz at time zone f.timezone)::date as today
    from feed_order t
    join ingredient i on i.client_id = t.client_id and i.id = t.ingredient_id
    join farm f on f.client_id = t.client_id and f.id = i.farm_id
    where t.client_id = ${scope.client} and not t.deleted and t.ingredient_id in (select id from stocked)
      and t.from_day <= ${scope.to}::date and t.to_day >= ${scope.from}::date
  ), came as (
    select o.id, d.value, d.value * d.price as cost, (d.delivered_at at time zone o.timezone)::date as day,
      sum(d.value) over (partition by o.id order by d.delivered_at, d.id) >= o.kg as fills
    from o join delivery d on d.client_id = o.client_id and d.order_id = o.id and not d.deleted
  ), received as (
    select id, sum(value) as kg, sum(cost) as cost, min(day) filter (where fills) as filled_on from came group by id
  ), ordered as (
    select o.*, coalesce(r.kg, 0) as received, greatest(o.kg - coalesce(r.kg, 0), 0) as left_kg, greatest(r.kg - o.kg, 0) as over_kg,
      r.cost / nullif(r.kg, 0) as mean_price, coalesce(r.cost - r.kg * o.price, 0) as difference,
      greatest(coalesce(r.filled_on, o.today) - o.to_day, 0) as days_late
    from o left join received r using (id)
  )`;

const ROW = {
  order_id: 't.id',
  ingredient_id: 't.ingredient_id',
  ingredient: 't.ingredient',
  supplier: 'c.name',
  farm_id: 't.farm_id',
  farm: 't.farm',
  stock_id: 't.stock_id',
  stock: 'k.name',
  order_from: 't.from_day',
  order_to: 't.to_day',
  days_late: 't.days_late',
  ordered: 't.kg',
  order_received: 't.received',
  order_left: 't.left_kg',
  order_over: 'coalesce(t.over_kg, 0)',
  order_price: 't.price',
  delivered_price: 'round(t.mean_price, 6)',
  price_difference: 'round(t.difference, 6)',
  open_money: 'round(t.left_kg * t.price, 6)',
} as const;

/** Figures of all orders; without any, only the number of open orders (zero) is shown. */
const TOTAL = {
  ordered: 'sum(t.kg)',
  order_received: 'sum(t.received)',
  order_left: 'sum(t.left_kg)',
  order_over: 'sum(coalesce(t.over_kg, 0))',
  price_difference: 'round(sum(t.difference), 6)',
  open_money: 'round(sum(t.left_kg * t.price), 6)',
  orders_open: 'count(*) filter (where t.left_kg > 0)',
  orders_late: 'count(*) filter (where t.left_kg > 0 and t.days_late > 0)',
} as const;

async function readOrderRows(scope: ReportScope): Promise<CellsOf<typeof ROW>[]> {
  const { rows } = await sql<CellsOf<typeof ROW>>`
    ${selectOrders(scope)}
    select ${sql.raw(selected(ROW))}
    from ordered t
    join delivery_company c on c.client_id = t.client_id and c.id = t.company_id
    join stock k on k.client_id = t.client_id and k.id = t.stock_id
    order by t.to_day, t.ingredient, c.name, t.id`.execute(scope.db);
  return rows;
}

async function readOrderTotal(scope: ReportScope): Promise<CellsOf<typeof TOTAL> | undefined> {
  const { rows } = await sql<CellsOf<typeof TOTAL>>`${selectOrders(scope)} select ${sql.raw(selected(TOTAL))} from ordered t`.execute(
    scope.db,
  );
  return rows[0];
}

/** The open quantity of each feed, the largest first. */
async function leftByIngredient(scope: ReportScope) {
  const { rows } = await sql<{ ingredient: string; ingredient_id: number; order_left: number }>`
    ${selectOrders(scope)}
    select t.ingredient, t.ingredient_id, sum(t.left_kg) as order_left from ordered t
    group by t.ingredient, t.ingredient_id having sum(t.left_kg) > 0 order by order_left desc, t.ingredient, t.ingredient_id`.execute(
    scope.db,
  );
  return rows;
}

const TOTALS = ['ordered', 'order_received', 'order_left', 'order_over', 'price_difference', 'open_money'] as const;
const TILES = ['orders_open', 'orders_late', 'order_left', 'open_money', 'price_difference'] as const;

async function makeOrders(scope: ReportScope): Promise<Made<typeof ordersView>> {
  const [rows, total, before, left] = await Promise.all([
    readOrderRows(scope),
    readOrderTotal(scope),
    previously(scope, readOrderTotal),
    leftByIngredient(scope),
  ]);
  return { rows, totals: pick(total, TOTALS), tiles: pick(total, TILES), previous: before && pick(before, TILES), series: { left } };
}

export const ordersServer: ReportServer<typeof ordersView> = {
  facts: 'stock',
  rowKeys: ['order_id'],
  viewOf: () => ordersView,
  make: makeOrders,
};
