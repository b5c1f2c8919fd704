import { sql } from 'kysely';
import { papers } from '#contract/reports/papers.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';

/** Every version of every paper. The content of a paper is a separate request. */
export const paperTable: TableOf<typeof papers, 'month_paper'> = {
  contract: papers,
  table: 'month_paper',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join account issuer on issuer.id = t.issued_by`,
  fields: {
    ...named('farm'),
    month: `to_char(t.month, 'YYYY-MM')`,
    blank: 't.blank_id',
    issued_by_name: `coalesce(nullif(trim(issuer.first_name || ' ' || issuer.last_name), ''), issuer.email)`,
  },
  columns: { farm: null, month: null, blank: null },
  farm: 't.farm_id',
  filters: {
    month: (month: string) => sql`t.month = ${`${month}-01`}::date`,
  },
  search: ['farm.name', 't.name', 't.reason', 't.hash'],
  order: 't.month desc, farm.name, t.blank_id, t.version desc',
  title: (row) => row.name,
  remove: 'never',
};
