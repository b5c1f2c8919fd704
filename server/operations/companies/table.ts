import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import { companies } from '#contract/operations/companies.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { companyVisibleTo } from '#server/platform/resource/visible-to.ts';

export const companyTable: TableOf<typeof companies, 'company'> = {
  contract: companies,
  table: 'company',
  fields: {
    farms_count: '(select count(*) from farm f where f.client_id = t.client_id and f.company_id = t.id)',
    stocks_count: '(select count(*) from stock s where s.client_id = t.client_id and s.company_id = t.id and not s.deleted)',
  },
  // An employee who is bound to farms sees the companies of those farms.
  sharedBy: 't.id',
  inFarms: companyVisibleTo,
  search: ['t.name', 't.registration_code'],
  order: 't.name',
  lite: ['id', 'name'],
  remove: 'soft',
  async uses(tx, context, id) {
    const { rows } = await sql<Use>`
      select 'farms' as resource, id, name, company_id as company, id as farm from farm where client_id = ${context.client} and company_id = ${id}
      union all
      select 'stocks', id, name, company_id, farm_id from stock where client_id = ${context.client} and company_id = ${id} and not deleted`.execute(
      tx,
    );
    return rows;
  },
};
