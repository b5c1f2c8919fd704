import { sql } from 'kysely';
import type { z } from 'zod';
import type { Use } from '#contract/errors.ts';
import type { CopyDay, Replacement } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, demandFarm } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { noteChange } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable, LOCKED_TO_REFER } from '#server/platform/resource/table.ts';
import { isFirst, lessThose, replaced } from './copied-rows.ts';
import { writeGroups } from './plan-rows.ts';
import { planTurns } from './plan-turns.ts';
import { schedulesWhere } from './read.ts';
import { notifyAroundPlan } from './refresh.ts';
import { replan } from './replan.ts';
import { prepareSchedule } from './rules.ts';
import { scheduleTable } from './table.ts';
import { demandFits } from './write-plan.ts';

/**
 * Copies a day's schedules to another day, as waiting and made by hand, after those of that day. A schedule that is already there (same
 * ration, mixer and groups, equally often) isn't copied, so copying twice changes nothing.
 */
export async function copyDay(context: ClientContext, { farm, from, to, replacements }: z.infer<typeof CopyDay>): Promise<AnyRow[]> {
  demandFarm(context, farm);
  if (context.farm !== null && context.farm !== farm) throw invalid('farm', 'invalid_value');
  if (from === to) throw invalid('to', 'invalid_value');
  return planTurns.during(context.client, () => context.write((tx) => copyWithin(tx, context, { farm, from, to, replacements })));
}

async function copyWithin(tx: Tx, context: ClientContext, { farm, from, to, replacements }: z.infer<typeof CopyDay>): Promise<AnyRow[]> {
  // The lock makes two copies to the same farm run one after the other.
  const { rows } = await sql`select from farm where client_id = ${context.client} and id = ${farm} for no key update`.execute(tx);
  if (rows.length === 0) throw invalid('farm', 'invalid_value');
  const day = (date: string) => schedulesWhere(context, sql`t.farm_id = ${farm} and t.planned_on = ${date}`, tx);
  await demandChoosable(tx, context, farm, replacements);
  const [copied, there] = [(await day(from)).filter(isFirst), (await day(to)).filter(isFirst)];
  const missing = lessThose(replaced(copied, replacements), there);
  const onDay = { farm, planned_on: to, loading: null };
  const { position } = await prepareSchedule(tx, context, { input: onDay, before: null, after: onDay });
  await demandAlive(tx, context, missing);
  const copies: { schedule: number; groups: AnyRow['groups'] }[] = [];
  for (const [index, row] of missing.entries()) {
    copies.push({ schedule: await copyOne(tx, context, row, to, Number(position) + index), groups: row.groups });
  }
  const ids = copies.map((copy) => copy.schedule);
  await writeGroups(tx, context.client, copies);
  await replan(tx, context.client, ids, false);
  await demandFits(tx, context.client, ids, 'from');
  const made = await schedulesWhere(context, sql`t.id = any(${ids})`, tx);
  for (const row of made) await noteChange(tx, anyTable(scheduleTable), context, null, row);
  await notifyAroundPlan(tx, context.client);
  return made;
}

/** 400 if a replacement isn't a usable ration, mixer or group of the farm. */
async function demandChoosable(tx: Tx, context: ClientContext, farm: number, replacements: readonly Replacement[]): Promise<void> {
  const { rows } = await sql<{ index: number }>`
    select r.index - 1 as index
    from jsonb_to_recordset(${JSON.stringify(replacements.map((one, index) => ({ ...one, index: index + 1 })))}::jsonb)
      as r (index integer, resource text, "with" bigint)
    where r."with" is not null and not exists (
      select from ration where r.resource = 'rations' and client_id = ${context.client} and farm_id = ${farm} and id = r."with" and not deleted
      union all
      select from mixer where r.resource = 'mixers' and client_id = ${context.client} and farm_id = ${farm} and id = r."with" and not deleted
      union all
      select from animal_group where r.resource = 'groups' and client_id = ${context.client} and farm_id = ${farm} and id = r."with" and not deleted)
    order by r.index limit 1`.execute(tx);
  if (rows[0]) throw invalid(`replacements.${rows[0].index}.with`, 'invalid_value');
}

async function copyOne(tx: Tx, context: ClientContext, row: AnyRow, to: string, position: number): Promise<number> {
  // In the same period on that day, if it exists.
  const { rows } = await sql<{ id: number }>`
    insert into schedule (client_id, farm_id, loading_id, planned_on, position, ration_id, mixer_id, operator_id, leftovers, planned_leftovers,
           auto_load, ignore_in_reports, ignore_reason, skip_time, locked, split)
    values (${context.client}, ${row.farm},
      (select t.id from loading f join loading t on t.client_id = f.client_id and t.period_id = f.period_id and t.planned_on = ${to}
       where f.client_id = ${context.client} and f.id = ${row.loading}),
      ${to}, ${position}, ${row.ration}, ${row.mixer}, ${row.operator}, ${row.leftovers}, ${row.planned_leftovers},
      ${row.auto_load}, ${row.ignore_in_reports}, ${row.ignore_reason}, ${row.skip_time}, ${row.locked}, ${row.split})
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** 400 if a ration, mixer or group of the day is deleted: it must be replaced first. Locks those that exist. */
async function demandAlive(tx: Tx, context: ClientContext, rows: readonly AnyRow[]): Promise<void> {
  const groups = rows.flatMap((row) => row.groups.map((group: AnyRow) => group.group));
  const { rows: gone } = await sql<Use>`
    with g as (
      select t.id, t.name, t.deleted from animal_group t where t.client_id = ${context.client} and t.id = any(${groups}) ${LOCKED_TO_REFER}
    ), m as (
      select t.id, t.name, t.deleted from mixer t where t.client_id = ${context.client} and t.id = any(${rows.map((row) => row.mixer)}) ${LOCKED_TO_REFER}
    ), r as (
      select t.id, t.name, t.deleted from ration t where t.client_id = ${context.client} and t.id = any(${rows.map((row) => row.ration)}) ${LOCKED_TO_REFER}
    )
    select 'groups' as resource, id, name from g where deleted
    union all
    select 'mixers', id, name from m where deleted
    union all
    select 'rations', id, name from r where deleted
    order by 1, 3, 2`.execute(tx);
  if (gone.length > 0) throw invalid('from', 'deleted_selection', { values: gone.map(({ name }) => name), uses: gone });
}
