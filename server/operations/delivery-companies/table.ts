import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const deliveryCompanyTable: TableOf<typeof deliveryCompanies, 'delivery_company'> = {
  contract: deliveryCompanies,
  table: 'delivery_company',
  fields: { external_ids: selectExternalIds('deliverycompanies') },
  columns: { external_ids: null },
  filters: { external_id: findByExternalId('deliverycompanies') },
  search: ['t.name', 't.registration_code', 't.contact'],
  order: 't.name',
  lite: ['id', 'name'],
  remove: 'soft',
  // The newest twenty are enough: a party used in one delivery is used in the books.
  async uses(tx, context, id) {
    const { rows } = await sql<Use>`
      select 'deliveries' as resource, d.id, i.name || ' ' || (d.delivered_at at time zone f.timezone)::date as name, d.farm_id as farm,
        (d.delivered_at at time zone f.timezone)::date as day
      from delivery d
      join farm f on f.client_id = d.client_id and f.id = d.farm_id
      join ingredient i on i.client_id = d.client_id and i.id = d.ingredient_id
      where d.client_id = ${context.client} and d.company_id = ${id} and not d.deleted
      order by d.delivered_at desc limit 20`.execute(tx);
    const { rows: ordered } = await sql<Use>`
      select 'orders' as resource, o.id, i.name || ' ' || o.to_day as name, i.farm_id as farm
      from feed_order o join ingredient i on i.client_id = o.client_id and i.id = o.ingredient_id
      where o.client_id = ${context.client} and o.company_id = ${id} and not o.deleted
      order by o.to_day desc limit 20`.execute(tx);
    const { rows: owned } = await sql<Use>`
      (select 'groupowners' as resource, o.id, g.name || ' ' || o.since as name, o.farm_id as farm, o.since as day
      from group_owner o join animal_group g on g.client_id = o.client_id and g.id = o.group_id
      where o.client_id = ${context.client} and o.owner_id = ${id} order by o.since desc limit 20)
      union all
      (select 'ownerlines', l.id, l.text || ' ' || l.day, l.farm_id, l.day
      from owner_line l where l.client_id = ${context.client} and l.owner_id = ${id} order by l.day desc limit 20)`.execute(tx);
    return [...rows, ...ordered, ...owned];
  },
};
