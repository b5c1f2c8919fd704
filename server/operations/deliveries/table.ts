import { sql } from 'kysely';
import { deliveries } from '#contract/operations/deliveries.ts';
import { dayOfMoment, weighPacks } from '#server/domain/packs.ts';
import { deliveryCompanyTable } from '#server/operations/delivery-companies/table.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { orderTable } from '#server/operations/orders/table.ts';
import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';
import { TRADE_COMPANIES } from '#server/platform/resource/id-kinds.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { checksOfDeliveries, movingDeliveries } from './moves.ts';

/** SQL of a delivery's day in its farm's time. */
export const DELIVERY_DAY = '(t.delivered_at at time zone farm.timezone)::date';

/** Condition for rows in an open month, where another party may replace the row's own. */

export const ofOpenMonth = sql`not exists (select from month_close c join farm f on f.client_id = c.client_id and f.id = c.farm_id
  where c.client_id = t.client_id and c.farm_id = t.farm_id and c.month = date_trunc('month', t.delivered_at at time zone f.timezone)::date)`;

export const deliveryTable: TableOf<typeof deliveries, 'delivery'> = {
  contract: deliveries,
  table: 'delivery',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    left join delivery_company on delivery_company.client_id = t.client_id and delivery_company.id = t.company_id
    left join delivery_document document on document.client_id = t.client_id and document.id = t.document_id`,
  fields: {
    ...named('farm', 'ingredient'),
    cost: 't.value * t.price',
    company: 't.company_id',
    company_name: 'delivery_company.name',
    document: 't.document_id',
    document_number: 'document.number',
    order: 't.order_id',
    external_ids: selectExternalIds('deliveries'),
  },
  columns: { delivered_at: null, external_ids: null },
  derive: weighPacks('value', dayOfMoment('delivered_at')),
  references: { farm: farmTable, ingredient: ingredientTable, company: deliveryCompanyTable, order: orderTable },
  naming: [
    {
      of: 'delivery_company',
      where: (_context, id) => sql`t.company_id = ${id} and t.document_id is null and ${ofOpenMonth}`,
      input: (_row, _from, to) => ({ company: to }),
      keepsPast: true,
    },
  ],
  farm: 't.farm_id',
  idKinds: { company: TRADE_COMPANIES },
  search: ['ingredient.name', 'delivery_company.name', 't.note', 't.lot', 'document.number'],
  filters: {
    external_id: findByExternalId('deliveries'),
    // The farm's day decides; the plain bound, a day wider than any timezone, is what an index can follow.
    delivered_after: (day: string) => sql`(${sql.raw(DELIVERY_DAY)} >= ${day}::date and t.delivered_at >= ${day}::date - interval '1 day')`,
    delivered_before: (day: string) =>
      sql`(${sql.raw(DELIVERY_DAY)} <= ${day}::date and t.delivered_at < ${day}::date + interval '2 days')`,
  },
  order: 't.delivered_at desc',
  remove: 'soft',
  title: (row) => row.ingredient_name,
  checks: checksOfDeliveries,
  afterWrite: movingDeliveries.post,
  withNew: movingDeliveries.withNew,
  afterWriteUnseen: true,
  async beforeRemove(tx, context, before) {
    await movingDeliveries.takeBack(tx, context, before);
    // A line deleted separately no longer belongs to its document; lines deleted with the document are restored with it.
    if (before.document)
      await sql`update delivery set document_id = null where client_id = ${context.client} and id = ${before.id}`.execute(tx);
  },
  afterRestore: (tx, context, change) => movingDeliveries.post(tx, context, [{ ...change, before: null }]),
};
