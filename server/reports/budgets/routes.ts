import type { z } from 'zod';
import { BudgetApproval, BudgetFilled, BudgetFrom, type BudgetLine, budgets } from '#contract/reports/budgets.ts';
import { one, type RowOf } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { budgetListTable } from '#server/domain/budgets.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { demandVersion, get, lockAndGet, update, writeChange } from '#server/platform/resource/crud.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';
import { linesFrom } from './fill.ts';
import { demandLines } from './rules.ts';
import { budgetImport, budgetTable, demandDraft } from './table.ts';

const table = anyTable(budgetTable);

export const budgetEndpoints: Endpoint[] = [
  ...resourceEndpoints(budgetListTable, ['get', 'create', 'update', 'remove']),
  ...resourceEndpoints(budgetTable, ['list']),
  ...importEndpoints(budgetImport),
  endpoint({
    method: 'post',
    path: `/${budgets.path}/{id}/from`,
    summary: 'Fill a draft of a budget with what was fed in the last such months, or with the active plan',
    need: needsOf(budgets, 'change'),
    body: BudgetFrom,
    status: 200,
    response: one(BudgetFilled),
    handle: async (context, { id, body }) => ({ data: (await fill(context, id, body)) as z.output<typeof BudgetFilled> }),
  }),
  endpoint({
    method: 'post',
    path: `/${budgets.path}/{id}/approve`,
    summary: 'Approve a draft of a budget, which never changes from then on',
    need: needsOf(budgets, 'change'),
    body: BudgetApproval,
    status: 200,
    response: one(budgets.row),
    handle: async (context, { id, body }) => ({ data: (await approve(context, id, body)) as RowOf<typeof budgets> }),
  }),
];

async function fill(context: ClientContext, id: number, { version, ...from }: BudgetFrom): Promise<AnyRow> {
  const before = await get(context.db, table, context, id);
  demandVersion(before, { version });
  demandDraft(before);
  const lines = await linesFrom(context, { farm: before.farm, year: before.year }, { ...from, version });
  const row = await update(context, table, id, { lines, version: before.version });
  const filled = new Set(lines.map(({ month }) => month));
  return { ...row, empty_months: Array.from({ length: 12 }, (_, at) => at + 1).filter((month) => !filled.has(month)) };
}

/** 400 at `lines` if there are none, or if one names a row deleted since. */
function approve(context: ClientContext, id: number, { version }: { version?: number | undefined }): Promise<AnyRow> {
  return context.write(async (tx) => {
    const before = await lockAndGet(tx, table, context, id);
    demandVersion(before, { version });
    demandDraft(before);
    const lines = before.lines as BudgetLine[];
    if (lines.length === 0) throw invalid('lines', 'blank');
    await demandLines(tx, context, before.farm, lines);
    const change = changeOf(table, { id, before, input: {} });
    change.columns = { approved_at: context.services.now().toISOString(), account_id: accountOf(context.principal).id };
    return writeChange(tx, table, context, before, change);
  });
}
