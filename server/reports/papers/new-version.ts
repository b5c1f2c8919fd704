import { sql } from 'kysely';
import type { z } from 'zod';
import { isForm } from '#contract/operations/blanks.ts';
import type { papers } from '#contract/reports/papers.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { get } from '#server/platform/resource/crud.ts';
import { authorOf, record } from '#server/platform/resource/history.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';
import { issuePaper, type Template } from './issue.ts';
import { lockMonths } from './lock.ts';
import { paperTable } from './table.ts';

const table = anyTable(paperTable);

/**
 * Issues a new version of a closed month's paper, by today's names, headings, accounts and signers. 400 at `farm` or `blank` if the caller does
 * not reach them. 409 at `month` if the month is open, at `blank` if nothing changed or nothing is to be printed.
 */
export const issueNewVersion = (context: ClientContext, { farm, month, blank, reason }: z.output<typeof papers.create>): Promise<AnyRow> =>
  context.write(async (tx) => {
    const { client, services, principal } = context;
    const template = await findTemplate(tx, context, farm, blank);
    await lockMonths(tx, farm);
    const { rows: closed } = await sql`
      select from month_close where client_id = ${client} and farm_id = ${farm} and month = ${`${month}-01`}::date`.execute(tx);
    if (closed.length === 0) throw conflict('month_open', { values: [month] }, 'month');
    await sql`set local enable_nestloop = off`.execute(tx);
    const { rows: before } = await sql<{ id: number }>`
      select id from month_paper
      where client_id = ${client} and farm_id = ${farm} and month = ${`${month}-01`}::date and blank_id = ${blank} and current`.execute(tx);
    const issued = await issuePaper(tx, { client, farm, month, ...template }, { at: services.now(), by: principal.id, reason });
    if (!issued) throw conflict('nothing_to_print', {}, 'blank');
    if (!issued.isNew && issued.id === before[0]?.id) throw conflict('paper_unchanged', {}, 'blank');
    return recordPaper(tx, context, issued.id);
  });

async function findTemplate(tx: Tx, context: ClientContext, farm: number, blank: number): Promise<Template> {
  const visibleFarms = farmsInScope(context, [farm]);
  const { rows: farms } = await sql`select from farm where client_id = ${context.client} and id = any(${visibleFarms})`.execute(tx);
  if (farms.length === 0) throw invalid('farm', 'invalid_value');
  const { rows } = await sql<Template>`
    select id as blank, report_type as type, name from additional_report
    where client_id = ${context.client} and id = ${blank} and farm_id = ${farm} and kind = 'blank' and not deleted for share`.execute(tx);
  if (!rows[0] || !isForm(rows[0].type)) throw invalid('blank', 'invalid_value');
  return rows[0];
}

/** Writes the history of a new version and notifies screens. Returns the paper's row. */
export async function recordPaper(tx: Tx, context: ClientContext, id: number): Promise<AnyRow> {
  const after = await get(tx, table, context, id);
  await record(tx, authorOf(context), { resource: 'papers', id, farm: after.farm, name: after.name, before: null, after });
  return after;
}
