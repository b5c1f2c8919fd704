import { budgets } from '#contract/reports/budgets.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { FARM } from './farm-rows.ts';

/** SQL: days of the line's month in its budget's year. */
const LINE_DAYS = (line: string, year: string) =>
  `extract(day from make_date(${year}, ${line}.month, 1) + interval '1 month - 1 day')::integer`;
const LINE_KG = `l.heads * l.kg_per_head_day * ${LINE_DAYS('l', 't.year')}`;

export const BUDGET_FIELDS = {
  ...named('farm'),
  state: `case when t.approved_at is null then 'draft' else 'approved' end`,
  approved_by: `coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.email)`,
  kg: 'whole.kg',
  cost: 'whole.cost',
};
/** The table of budgets, without lines. */
export const BUDGET_LIES = {
  table: 'budget',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join account on account.id = t.account_id
    cross join lateral (
      select coalesce(round(sum(${LINE_KG}), 3), 0) as kg, coalesce(sum(round(${LINE_KG} * l.price, 2)), 0) as cost
      from budget_line l where l.client_id = t.client_id and l.budget_id = t.id
    ) whole`,
  columns: { lines: null },
  references: { farm: FARM },
  farm: 't.farm_id',
  search: ['farm.name', 't.reason'],
  order: 't.year desc, farm.name, t.edition desc',
  remove: 'hard',
} as const;

const listed = { ...budgets, row: budgets.row.omit({ lines: true }) };
/** Budgets without their lines, of which a year may have thousands. */
export const budgetListTable: TableOf<typeof listed, 'budget'> = { ...BUDGET_LIES, contract: listed, fields: BUDGET_FIELDS };
