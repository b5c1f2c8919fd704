import { sql } from 'kysely';
import { type BudgetLine, budgets } from '#contract/reports/budgets.ts';
import type { Tx } from '#server/db/database.ts';
import { BUDGET_FIELDS, BUDGET_LIES } from '#server/domain/budgets.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow, Change, Input, TableOf } from '#server/platform/resource/table.ts';
import { copyLines, withLines, writeLines } from './lines.ts';
import { demandLines } from './rules.ts';

export const budgetTable: TableOf<typeof budgets, 'budget'> = {
  ...BUDGET_LIES,
  contract: budgets,
  fields: { ...BUDGET_FIELDS, lines: null },
  title: (row) => `${row.farm_name} ${row.year}/${row.edition}`,
  // What an approved edition was stays in it; of a draft the sums tell enough.
  historic: ({ lines: _, ...row }) => row,
  attachNested: (db, rows, context) => withLines(db, rows, context.client),
  prepare: oneByOne(async (tx, context, change) => {
    await sql`select from farm where client_id = ${context.client} and id = ${change.after.farm} for no key update`.execute(tx);
    const further = change.before ? demandDraft(change.before, change) : await nextEdition(tx, context, change);
    if (change.input.lines) await demandLines(tx, context, change.after.farm, change.after.lines as BudgetLine[]);
    return further;
  }),
  afterWrite: oneByOne(async (tx, context, { id, input, before, found }) => {
    if (input.lines) await writeLines(tx, context.client, id, input.lines as BudgetLine[]);
    else if (!before && found.approved) await copyLines(tx, context.client, found.approved, id);
  }),
  beforeRemove: async (_tx, _context, before) => {
    demandDraft(before);
  },
};

/** A file's lines are those of one budget, by the names of groups, animal types and feeds. */
export const budgetImport: Importable<typeof budgets> = {
  table: budgetTable,
  byName: false,
  unusual: 'parts',
  parts: [{ field: 'lines', references: { group: 'groups', animal_type: 'animaltypes', ingredient: 'ingredients' } }],
};

/** 409 when it is approved. Farm and year stay what they are. */
export function demandDraft(before: AnyRow, change?: Change): Input {
  if (before.state === 'approved') throw conflict('budget_approved');
  if (change && change.after.farm !== before.farm) throw invalid('farm', 'invalid_value');
  if (change && change.after.year !== before.year) throw invalid('year', 'invalid_value');
  return {};
}

/** A year's first edition needs no reason; each further one follows an approved one, and says why. */
async function nextEdition(tx: Tx, { client }: ClientContext, { after, found }: Change): Promise<Input> {
  const { rows } = await sql<{ id: number; edition: number; approved: boolean }>`
    select id, edition, approved_at is not null as approved from budget
    where client_id = ${client} and farm_id = ${after.farm} and year = ${after.year} order by edition desc`.execute(tx);
  const [last] = rows;
  if (last && !last.approved) throw conflict('not_unique', {}, 'year');
  if (last && !after.reason) throw invalid('reason', 'required');
  found.approved = last?.id;
  return { edition: (last?.edition ?? 0) + 1 };
}
