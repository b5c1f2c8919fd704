import { sql } from 'kysely';
import { clients } from '#contract/admin/clients.ts';
import { conflict, demandFound } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const clientTable: TableOf<typeof clients, 'client'> = {
  contract: clients,
  table: 'client',
  installation: true,
  fields: {
    weighs_in_pounds: `t.units = 'lb'`,
    consultants: `array(select ac.account_id from account_client ac join account a on a.id = ac.account_id
      where ac.client_id = t.id and not a.deleted order by 1)`,
    users_count: '(select count(*) from account a where a.client_id = t.id and not a.deleted)',
    farms_count: '(select count(*) from farm f where f.client_id = t.id)',
  },
  columns: { consultants: null },
  visibleTo: ({ principal }) => (principal.clients ? sql`t.id = any(${[...principal.clients]})` : sql`true`),
  search: ['t.company_name', 't.info'],
  order: 't.company_name',
  title: (row) => row.company_name,
  changesAccess: true,
  remove: 'never',
  prepare: oneByOne(async (tx, _context, { before, after }) => {
    if (!before || before.currency === after.currency) return {};
    // Amounts aren't converted, so those of a closed month would be in another currency.
    const { rows } = await sql<{ month: string }>`
      select to_char(max(month), 'YYYY-MM') as month from month_close where client_id = ${before.id} having count(*) > 0`.execute(tx);
    if (rows[0]) throw conflict('month_closed', { values: [rows[0].month] }, 'currency');
    return {};
  }),
  afterWrite: oneByOne(async (tx, _context, { id, input }) => {
    const consultants = input.consultants as number[] | undefined;
    if (!consultants) return;
    const { rows } = await sql<{ id: number }>`
      select id from account where id = any(${consultants}) and user_type in ('consultant', 'staff') and not deleted`.execute(tx);
    demandFound(consultants, rows, 'consultants.*');
    await sql`delete from account_client where client_id = ${id} and account_id <> all(${consultants})`.execute(tx);
    await sql`insert into account_client (account_id, client_id) select unnest(${consultants}::bigint[]), ${id} on conflict do nothing`.execute(
      tx,
    );
  }),
};
