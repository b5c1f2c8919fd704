import { sql } from 'kysely';
import { type BudgetLine, budgets } from '#contract/reports/budgets.ts';
import type { Tx } from '#server/db/database.ts';
import { BUDGET_FIELDS, BUDGET_LIES } from '#server/domain/budgets.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { refuseIfThrown } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow, Change, TableOf } from '#server/platform/resource/table.ts';
import { BUDGET_FIGURES } from './figures.ts';
import { copyLines, withLines, writeLines } from './lines.ts';
import { refuseLines } from './rules.ts';

export const budgetTable: TableOf<typeof budgets, 'budget'> = {
  ...BUDGET_LIES,
  contract: budgets,
  fields: { ...BUDGET_FIELDS, lines: null },
  title: (row) => `${row.farm_name} ${row.year}/${row.edition}`,
  // History omits lines: an approved edition never changes its lines, and a draft needs only the sums.
  historic: ({ lines: _, ...row }) => row,
  attachNested: (db, rows, context) => withLines(db, rows, context.client),
  prepare: prepareBudgets,
  async afterWrite(tx, { client }, changes) {
    await writeLines(
      tx,
      client,
      changes.flatMap(({ id, input }) => (input.lines ? [{ id, lines: input.lines as BudgetLine[] }] : [])),
    );
    for (const { id, input, before, found } of changes) {
      if (!input.lines && !before && found.approved) await copyLines(tx, client, found.approved, id);
    }
  },
  beforeRemove: async (_tx, _context, before) => {
    demandDraft(before);
  },
};

/** A file's lines are those of one budget, by the names of groups, animal types and feeds. */
export const budgetImport: Importable<typeof budgets> = {
  table: budgetTable,
  byName: false,
  unusual: { figures: [], alike: [], parts: BUDGET_FIGURES },
  parts: [{ field: 'lines', references: { group: 'groups', animal_type: 'animaltypes', ingredient: 'ingredients' } }],
};

/** 409 if the budget is approved. 400 if its farm or year would change. */
export function demandDraft(before: AnyRow, change?: Change): void {
  if (before.state === 'approved') throw conflict('budget_approved');
  if (change && change.after.farm !== before.farm) throw invalid('farm', 'invalid_value');
  if (change && change.after.year !== before.year) throw invalid('year', 'invalid_value');
}

/** The rules of budgets, in the order of the list; those of a farm wait for each other. */
async function prepareBudgets(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const farms = [...new Set(changes.map(({ after }) => after.farm as number))];
  await sql`select from farm where client_id = ${context.client} and id = any(${farms}) order by id for no key update`.execute(tx);
  for (const change of changes) {
    const { before } = change;
    if (before) refuseIfThrown(change, () => demandDraft(before, change));
  }
  await takeEditions(
    tx,
    context.client,
    changes.filter(({ before }) => !before),
  );
  const lined = changes.filter(({ refused, input }) => !refused && input.lines);
  await refuseLines(
    tx,
    context,
    lined.map(({ after, refuse }) => ({ farm: after.farm as number, lines: after.lines as BudgetLine[], refuse })),
  );
}

interface Edition {
  id: number;
  edition: number;
  approved: boolean;
}

/** A year's first edition needs no reason. Each later edition follows an approved edition and requires a reason. */
async function takeEditions(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { rows } = await sql<Edition & { farm: number; year: number }>`
    select distinct on (farm_id, year) farm_id as farm, year, id, edition, approved_at is not null as approved from budget
    where client_id = ${client} and farm_id = any(${[...new Set(changes.map(({ after }) => after.farm as number))]})
    order by farm_id, year, edition desc`.execute(tx);
  const toKey = ({ farm, year }: AnyRow) => `${farm} ${year}`;
  const last = new Map<string, Edition>(rows.map((row) => [toKey(row), row]));
  for (const { after, columns, found, refuse } of changes) {
    const known = last.get(toKey(after));
    if (known && !known.approved) refuse(conflict('not_unique', {}, 'year'));
    else if (known && !after.reason) refuse(invalid('reason', 'required'));
    else {
      found.approved = known?.id;
      columns.edition = (known?.edition ?? 0) + 1;
      last.set(toKey(after), { id: 0, edition: columns.edition as number, approved: false });
    }
  }
}
