import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import { stocks } from '#contract/operations/stocks.ts';
import type { Tx } from '#server/db/database.ts';
import { companyTable } from '#server/operations/companies/table.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';
import { OWN_COMPANIES } from '#server/platform/resource/id-kinds.ts';
import { refuseInUse } from '#server/platform/resource/in-use.ts';
import { type AnyRow, type Input, named, type TableOf } from '#server/platform/resource/table.ts';
import { STOCK_SHARED_BY, stockVisibleTo } from '#server/platform/resource/visible-to.ts';

export const stockTable: TableOf<typeof stocks, 'stock'> = {
  contract: stocks,
  table: 'stock',
  joins: `join company on company.client_id = t.client_id and company.id = t.company_id
    left join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    cross join lateral (
      select coalesce(sum(i.rest), 0) as rest from ingredient i where i.client_id = t.client_id and i.stock_id = t.id and not i.deleted and not i.water
    ) held`,
  fields: {
    ...named('company', 'farm'),
    rest: 'held.rest',
    fill_percent: 'held.rest * 100 / nullif(t.capacity, 0)',
    external_ids: selectExternalIds('stocks'),
  },
  columns: { external_ids: null },
  references: { company: companyTable, farm: farmTable },
  naming: ['company'],
  farm: 't.farm_id',
  sharedBy: STOCK_SHARED_BY,
  inFarms: stockVisibleTo,
  idKinds: { company: OWN_COMPANIES },
  search: ['t.name', 'company.name', 'farm.name'],
  filters: { external_id: findByExternalId('stocks') },
  order: 't.name',
  lite: ['id', 'name', 'company', 'farm', 'type'],
  remove: 'soft',
  prepare: oneByOne((tx, context, { input, before }) => demandPlace(tx, context, input, before)),
  async uses(tx, context, id) {
    const { rows } = await sql<Use>`
      select 'ingredients' as resource, id, name, farm_id as farm from ingredient where client_id = ${context.client} and stock_id = ${id} and not deleted order by name`.execute(
      tx,
    );
    return rows;
  },
};

/** Checks that the farm belongs to the company, and that the farms of a stock's ingredients can still use the stock. */
async function demandPlace(tx: Tx, context: ClientContext, input: Input, before: AnyRow | null): Promise<void> {
  const company = input.company ?? before?.company;
  const farm = input.farm === undefined ? (before?.farm ?? null) : input.farm;
  if (company === before?.company && farm === (before?.farm ?? null) && before) return;
  if (farm !== null) {
    const { rows } = await sql`
      select from farm where client_id = ${context.client} and id = ${farm} and company_id = ${company}`.execute(tx);
    if (rows.length === 0) throw invalid('farm', 'invalid_value');
  }
  if (!before) return;
  const { rows } = await sql<Use>`
    select 'ingredients' as resource, i.id, i.name, i.farm_id as farm from ingredient i join farm f on f.client_id = i.client_id and f.id = i.farm_id
    where i.client_id = ${context.client} and i.stock_id = ${before.id} and not i.deleted
      and not (f.company_id = ${company} and (${farm}::bigint is null or f.id = ${farm}::bigint))
    order by i.name`.execute(tx);
  refuseInUse(context, rows, 'in_use', 'farm');
}
