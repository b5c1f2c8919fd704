import { sql } from 'kysely';
import type { z } from 'zod';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { closedMonths, MonthReopen, MonthsClose } from '#contract/operations/closed-months.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { ApiError, conflict, invalid } from '#server/platform/errors.ts';
import { get } from '#server/platform/resource/crud.ts';
import { authorOf, record } from '#server/platform/resource/history.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';
import type { Work } from '#server/platform/runtime/work.ts';
import { issuePapers } from '#server/reports/papers/issue.ts';
import { lockMonths } from '#server/reports/papers/lock.ts';
import { recordPaper } from '#server/reports/papers/new-version.ts';
import { monthCloseTable } from './table.ts';

const table = anyTable(monthCloseTable);

type Named = z.output<typeof closedMonths.create>;

/** Closes a farm's books up to the end of a month that is over. Returns the closing of that month. Waits for writers into the farm's months. */
export const closeMonth = async (context: ClientContext, named: Named): Promise<AnyRow> =>
  context.write(async (tx) => (await close(tx, context, named)).at(-1) as AnyRow);

/**
 * Closes the books of several farms up to the end of a month, all or none: a refusal at one farm, or an abort before the last, closes nothing.
 * Refusals are reported at the farm's place in the list. Returns the closing of that month for each farm.
 */
export const closeMonths = (context: ClientContext, { farms, month }: z.output<typeof MonthsClose>, work: Work): Promise<AnyRow[]> =>
  context.write(async (tx) => {
    const closed: AnyRow[] = [];
    // By number, so that two who close the same farms wait for each other instead of both.
    for (const farm of farms.toSorted((a, b) => a - b)) {
      await work.progress(closed.length / farms.length);
      const closings = await close(tx, context, { farm, month }).catch((error) => Promise.reject(atFarm(error, farms.indexOf(farm))));
      closed.push(closings.at(-1) as AnyRow);
    }
    await work.progress(1);
    return closed;
  });

/** The error at the farm's position in the list, if it concerns the farm or its month. */
function atFarm(error: unknown, at: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const places: Record<string, string> = { farm: `farms.${at}`, detail: `farms.${at}` };
  return new ApiError(error.status, Object.fromEntries(Object.entries(error.errors).map(([field, all]) => [places[field] ?? field, all])));
}

/**
 * Closes every open month of the farm up to and including `month`, in order, and issues their papers. Returns their closings, that of `month`
 * last. 409 if `month` is closed.
 */
async function close(tx: Tx, context: ClientContext, { farm, month }: Named): Promise<AnyRow[]> {
  const { client, services, principal } = context;
  await demandOver(tx, context, farm, month);
  await lockMonths(tx, farm);
  const first = `${month}-01`;
  const { rows: standing } = await sql<{ closed: boolean }>`select month_is_closed(${client}, ${farm}, ${first}) as closed`.execute(tx);
  if (standing[0]?.closed) throw conflict('month_closed', { values: [month] });
  const at = services.now();
  const { rows } = await sql<{ id: number; month: string }>`
    select id, to_char(month, 'YYYY-MM') as month
    from close_months(${client}, ${farm}, ${first}, ${at.toISOString()}, ${principal.id}) c order by c.month`.execute(tx);
  for (const closed of rows)
    for (const id of await issuePapers(tx, client, farm, closed.month, { at, by: principal.id, reason: '' }))
      await recordPaper(tx, context, id);
  return recordAndNotify(
    tx,
    context,
    rows.map(({ id }) => ({ id, before: null })),
  );
}

/**
 * Opens a closed month and every later one, the last first, with one reason; the closings stay on record. Returns the closing of that month,
 * or of the first later one if the month has none of its own. 409 if no month is closed from there on.
 */
export async function reopenMonth(context: ClientContext, { farm, month, reason }: z.output<typeof MonthReopen>): Promise<AnyRow> {
  const { client, services, principal } = context;
  return context.write(async (tx) => {
    await demandOver(tx, context, farm, month);
    await lockMonths(tx, farm);
    const { rows } = await sql<{ id: number }>`
      select l.id from month_close c
      join month_closing l on l.client_id = c.client_id and l.farm_id = c.farm_id and l.month = c.month and l.version = c.version
      where c.client_id = ${client} and c.farm_id = ${farm} and c.month >= ${`${month}-01`}::date order by c.month desc`.execute(tx);
    if (rows.length === 0) throw conflict('illegal_status', { values: [month] }, 'month');
    const closings: Recorded[] = [];
    for (const { id } of rows) closings.push({ id, before: await get(tx, table, context, id) });
    await sql`
      update month_closing set reopened_at = ${services.now().toISOString()}, reopened_by = ${principal.id}::bigint, reason = ${reason}
      where client_id = ${client} and id = any(${rows.map(({ id }) => id)})`.execute(tx);
    await sql`
      update month_paper set current = false
      where client_id = ${client} and farm_id = ${farm} and month >= ${`${month}-01`}::date and current`.execute(tx);
    await sql`
      delete from month_close where client_id = ${client} and farm_id = ${farm} and month >= ${`${month}-01`}::date`.execute(tx);
    return (await recordAndNotify(tx, context, closings)).at(-1) as AnyRow;
  });
}

/** 400 unless the farm is in reach, and the month is over by its calendar. */
async function demandOver(tx: Tx, context: ClientContext, farm: number, month: string): Promise<void> {
  const visibleFarms = farmsInScope(context, [farm]);
  const { rows } = await sql<{ timezone: string }>`
    select timezone from farm where client_id = ${context.client} and id = any(${visibleFarms})`.execute(tx);
  if (!rows[0]) throw invalid('farm', 'invalid_value');
  const thisMonth = dayAt(context.services.now(), rows[0].timezone).slice(0, 7);
  if (month >= thisMonth) throw invalid('month', 'too_large', { limit: addDays(`${thisMonth}-01`, -1).slice(0, 7) });
}

interface Recorded {
  id: number;
  before: AnyRow | null;
}

/** Writes the history of closings that changed, in the order given, and notifies screens. Returns the closings as they are now. */
async function recordAndNotify(tx: Tx, context: ClientContext, closings: readonly Recorded[]): Promise<AnyRow[]> {
  const changed: AnyRow[] = [];
  for (const { id, before } of closings) {
    const after = await get(tx, table, context, id);
    await record(tx, authorOf(context), { resource: 'month_closes', id, farm: after.farm, name: after.month, before, after });
    changed.push(after);
  }
  // The abilities of rows in these months have changed, and which papers they print.
  for (const resource of ['schedules', 'batches', 'loadings', 'papers'] as const) await notify(tx, context.client, resource);
  return changed;
}
