import { sql } from 'kysely';
import type { BudgetLine, BudgetLineRow } from '#contract/reports/budgets.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

const COLUMNS = sql.raw('month, group_id, animal_type_id, ingredient_id, heads, kg_per_head_day, price');

/** Adds their lines to budgets, month by month. */
export async function withLines(db: Db, rows: readonly AnyRow[], client: number): Promise<AnyRow[]> {
  const { rows: found } = await sql<BudgetLineRow & { budget: number }>`
    select l.budget_id as budget, l.month, l.group_id as group, g.name as group_name, l.animal_type_id as animal_type, y.name as animal_type_name,
      l.ingredient_id as ingredient, n.name as ingredient_name, l.heads, l.kg_per_head_day, l.price
    from budget_line l
    join ingredient n on n.client_id = l.client_id and n.id = l.ingredient_id
    left join animal_group g on g.client_id = l.client_id and g.id = l.group_id
    left join animal_type y on y.client_id = l.client_id and y.id = l.animal_type_id
    where l.client_id = ${client} and l.budget_id = any(${rows.map((row) => row.id as number)})
    order by l.month, g.name, l.group_id, y.name, l.animal_type_id, n.name, l.ingredient_id`.execute(db);
  const linesOf = groupBy(found, ({ budget }) => budget);
  return rows.map((row) => ({ ...row, lines: (linesOf.get(row.id) ?? []).map(({ budget: _, ...line }) => line) }));
}

/** Replaces the lines of budgets. */
export async function writeLines(tx: Tx, client: number, budgets: readonly { id: number; lines: readonly BudgetLine[] }[]): Promise<void> {
  if (budgets.length === 0) return;
  const lines = budgets.flatMap(({ id, lines: own }) => own.map((line) => ({ ...line, budget: id })));
  await sql`delete ${UNREAD} from budget_line where client_id = ${client} and budget_id = any(${budgets.map(({ id }) => id)})`.execute(tx);
  await sql`
    insert ${UNREAD} into budget_line (client_id, budget_id, ${COLUMNS})
    select ${client}, x.budget, x.month, x."group", x.animal_type, x.ingredient, x.heads, x.kg_per_head_day, x.price
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (
      budget bigint, month integer, "group" bigint, animal_type bigint, ingredient bigint, heads numeric, kg_per_head_day numeric, price numeric)`.execute(
    tx,
  );
}

export async function copyLines(tx: Tx, client: number, from: number, to: number): Promise<void> {
  await sql`
    insert ${UNREAD} into budget_line (client_id, budget_id, ${COLUMNS})
    select client_id, ${to}, ${COLUMNS} from budget_line where client_id = ${client} and budget_id = ${from}`.execute(tx);
}
