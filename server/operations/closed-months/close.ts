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
import { monthCloseTable } from './table.ts';

const table = anyTable(monthCloseTable);

type Named = z.output<typeof closedMonths.create>;

/** Closes a month that is over: from now on nothing of it changes, and its bonuses keep the rules of now. Waits for whoever is writing into it. */
export const closeMonth = async (context: ClientContext, named: Named): Promise<AnyRow> => context.write((tx) => close(tx, context, named));

/**
 * Closes a month of several farms, all or none: whatever refuses one of them, or whoever gives up before the last, leaves all as they were.
 * Refusals are told at the farm's place in the list.
 */
export const closeMonths = (context: ClientContext, { farms, month }: z.output<typeof MonthsClose>, work: Work): Promise<AnyRow[]> =>
  context.write(async (tx) => {
    const closed: AnyRow[] = [];
    // By number, so that two who close the same farms wait for each other instead of both.
    for (const farm of farms.toSorted((a, b) => a - b)) {
      await work.progress(closed.length / farms.length);
      closed.push(await close(tx, context, { farm, month }).catch((error) => Promise.reject(atFarm(error, farms.indexOf(farm)))));
    }
    await work.progress(1);
    return closed;
  });

/** What concerns the farm or its month, at its place. */
function atFarm(error: unknown, at: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const places: Record<string, string> = { farm: `farms.${at}`, detail: `farms.${at}` };
  return new ApiError(error.status, Object.fromEntries(Object.entries(error.errors).map(([field, all]) => [places[field] ?? field, all])));
}

async function close(tx: Tx, context: ClientContext, { farm, month }: Named): Promise<AnyRow> {
  await demandOver(tx, context, farm, month);
  await lockMonths(tx, farm);
  const { rows } = await sql<{ id: number }>`
    with named as (
      select ${context.client}::bigint as client_id, ${farm}::bigint as farm_id, ${`${month}-01`}::date as month,
             ${context.services.now().toISOString()}::timestamptz as closed_at, ${context.principal.id}::bigint as closed_by
    ), before as (
      select max(l.number) filter (where l.month = n.month) as own, max(l.number) as last,
             max(l.version) filter (where l.month = n.month) as version
      from named n left join month_closing l on l.client_id = n.client_id and l.farm_id = n.farm_id
        and date_trunc('year', l.month) = date_trunc('year', n.month)
    ), kept as (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'base', r.base, 'steps', r.steps) order by r.id), '[]') as bonus_rules
      from named n join bonus_rule r on r.client_id = n.client_id and r.farm_id = n.farm_id and not r.deleted
    ), closed as (
      insert into month_close (client_id, farm_id, month, closed_at, closed_by, number, version, bonus_rules)
      select n.*, coalesce(before.own, before.last + 1, 1), coalesce(before.version, 0) + 1, kept.bonus_rules from named n, before, kept
      on conflict do nothing
      returning *
    )
    insert into month_closing (client_id, farm_id, month, number, version, closed_at, closed_by)
    select client_id, farm_id, month, number, version, closed_at, closed_by from closed
    returning id`.execute(tx);
  const [closing] = rows;
  if (!closing) throw conflict('month_closed', { values: [month] });
  return recordAndNotify(tx, context, closing.id, null);
}

/** Opens it again; the closing stays on record, with the reason. */
export async function reopenMonth(context: ClientContext, { farm, month, reason }: z.output<typeof MonthReopen>): Promise<AnyRow> {
  return context.write(async (tx) => {
    await demandOver(tx, context, farm, month);
    await lockMonths(tx, farm);
    const { rows } = await sql<{ id: number }>`
      select l.id from month_close c
      join month_closing l on l.client_id = c.client_id and l.farm_id = c.farm_id and l.month = c.month and l.version = c.version
      where c.client_id = ${context.client} and c.farm_id = ${farm} and c.month = ${`${month}-01`}::date`.execute(tx);
    const [closing] = rows;
    if (!closing) throw conflict('illegal_status', { values: [month] }, 'month');
    const before = await get(tx, table, context, closing.id);
    await sql`
      update month_closing set reopened_at = ${context.services.now().toISOString()}, reopened_by = ${context.principal.id}::bigint, reason = ${reason}
      where client_id = ${context.client} and id = ${closing.id}`.execute(tx);
    await sql`
      delete from month_close where client_id = ${context.client} and farm_id = ${farm} and month = ${`${month}-01`}::date`.execute(tx);
    return recordAndNotify(tx, context, closing.id, before);
  });
}

/** The other side of `demandOpenMonth`: until this transaction ends nobody writes into a month of the farm. */
async function lockMonths(tx: Tx, farm: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('manger month', ${farm}))`.execute(tx);
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

async function recordAndNotify(tx: Tx, context: ClientContext, id: number, before: AnyRow | null): Promise<AnyRow> {
  const after = await get(tx, table, context, id);
  await record(tx, authorOf(context), { resource: 'month_closes', id, farm: after.farm, name: after.month, before, after });
  // What may be done with what lies in the month has changed.
  for (const resource of ['schedules', 'batches', 'loadings'] as const) await notify(tx, context.client, resource);
  return after;
}
