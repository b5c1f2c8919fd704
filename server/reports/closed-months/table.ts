import { sql } from 'kysely';
import { closedMonths } from '#contract/operations/closed-months.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';

const fullNameSql = (account: string) =>
  `coalesce(nullif(trim(${account}.first_name || ' ' || ${account}.last_name), ''), ${account}.email)`;

/** All closings. The current state of each month is in `month_close`, which writers check. */
export const monthCloseTable: TableOf<typeof closedMonths, 'month_closing'> = {
  contract: closedMonths,
  table: 'month_closing',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join account closer on closer.id = t.closed_by
    left join account reopener on reopener.id = t.reopened_by`,
  fields: {
    ...named('farm'),
    month: `to_char(t.month, 'YYYY-MM')`,
    closed: '(t.reopened_at is null)',
    closed_by_name: fullNameSql('closer'),
    reopened_by_name: fullNameSql('reopener'),
  },
  columns: { farm: null, month: null },
  farm: 't.farm_id',
  filters: { month: (month: string) => sql`t.month = ${`${month}-01`}::date` },
  search: ['farm.name', 't.reason'],
  order: 't.month desc, farm.name, t.version desc',
  title: (row) => row.month,
  remove: 'never',
};
