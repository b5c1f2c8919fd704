import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import { orders } from '#contract/operations/orders.ts';
import { deliveryCompanyTable } from '#server/operations/delivery-companies/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { TRADE_COMPANIES } from '#server/platform/resource/id-kinds.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { checksOfOrders } from './checks.ts';

/** The orders of a feed are visible like the feed: to its farm, or to all farms of the company that share its store. */
export const orderTable: TableOf<typeof orders, 'feed_order'> = {
  contract: orders,
  table: 'feed_order',
  joins: `join delivery_company on delivery_company.client_id = t.client_id and delivery_company.id = t.company_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    join farm on farm.client_id = t.client_id and farm.id = ingredient.farm_id`,
  joinsFor: (context) => sql`cross join lateral (
      select coalesce(sum(d.value), 0) as kg from delivery d where d.client_id = t.client_id and d.order_id = t.id and not d.deleted
    ) received
    cross join lateral (
      select received.kg < t.kg and t.to_day < (${context.services.now().toISOString()}::timestamptz at time zone farm.timezone)::date as is_late
    ) judged`,
  fields: {
    company: 't.company_id',
    company_name: 'delivery_company.name',
    ...named('ingredient'),
    farm: 'ingredient.farm_id',
    farm_name: 'farm.name',
    cost: 't.kg * t.price',
    from: 't.from_day',
    to: 't.to_day',
    received: 'received.kg',
    left: 'greatest(t.kg - received.kg, 0)',
    over: 'greatest(received.kg - t.kg, 0)',
    late: 'judged.is_late',
  },
  columns: { from: 'from_day', to: 'to_day' },
  references: { company: deliveryCompanyTable, ingredient: ingredientTable },
  naming: [
    'company',
    {
      of: 'ingredient',
      // Past deliveries keep their feed.
      where: (_context, id) => sql`t.ingredient_id = ${id} and not exists (
        select from delivery d where d.client_id = t.client_id and d.order_id = t.id and not d.deleted)`,
      input: (_row, _from, to) => ({ ingredient: to }),
    },
  ],
  unnamed: true,
  sharedBy: `(select s.company_id from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = t.client_id and i.id = t.ingredient_id and s.farm_id is null)`,
  inFarms: (farms) =>
    sql`(t.client_id, t.ingredient_id) in (select t.client_id, t.id from ingredient t where ${ingredientVisibleTo(farms)})`,
  idKinds: { company: TRADE_COMPANIES },
  search: ['ingredient.name', 'delivery_company.name', 't.note'],
  filters: {
    state: (states: string[]) =>
      sql`case when received.kg >= t.kg then 'received' when judged.is_late then 'late' else 'expected' end = any(${states})`,
    day_after: (day: string) => sql`t.to_day >= ${day}::date`,
    day_before: (day: string) => sql`t.from_day <= ${day}::date`,
  },
  order: 't.to_day desc',
  remove: 'soft',
  title: (row) => `${row.ingredient_name}, ${row.company_name}`,
  checks: checksOfOrders,
  async uses(tx, context, id) {
    const { rows } = await sql<Use>`
      select 'deliveries' as resource, d.id, i.name || ' ' || (d.delivered_at at time zone f.timezone)::date as name, d.farm_id as farm,
        (d.delivered_at at time zone f.timezone)::date as day
      from delivery d
      join farm f on f.client_id = d.client_id and f.id = d.farm_id
      join ingredient i on i.client_id = d.client_id and i.id = d.ingredient_id
      where d.client_id = ${context.client} and d.order_id = ${id} and not d.deleted
      order by d.delivered_at desc limit 20`.execute(tx);
    return rows;
  },
};

/** A row with the supplier, feed and first day of an existing one updates it. */
export const orderImport: Importable<typeof orders> = {
  table: orderTable,
  byName: false,
  unusual: { figures: ['kg', 'price'], alike: ['ingredient'], ofFeed: ['price'] },
  of: ['company', 'ingredient', 'from'],
};
