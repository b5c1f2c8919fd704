import { sql } from 'kysely';
import { type ServiceEvery, servicePlans, services } from '#contract/operations/services.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth, findClosedMonths, monthClosed } from '#server/domain/closed-months.ts';
import { momentsCheck } from '#server/domain/moment.ts';
import { beganAt, hasWorked, serviceUse } from '#server/domain/service-use.ts';
import { mixerTable } from '#server/operations/mixers/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { ask } from '#server/platform/resource/check.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { Change, TableOf } from '#server/platform/resource/table.ts';

const OF_MIXER = `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
  join mixer on mixer.client_id = t.client_id and mixer.id = t.mixer_id`;
const MIXER_FIELDS = { farm: 't.farm_id', farm_name: 'farm.name', mixer: 't.mixer_id', mixer_name: 'mixer.name' };

/** Finds the farm of each of these mixers. */
async function farmsOfMixers(tx: Tx, { client }: ClientContext, mixers: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; farm: number }>`
    select id, farm_id as farm from mixer where client_id = ${client} and id = any(${[...new Set(mixers)]})`.execute(tx);
  return new Map(rows.map(({ id, farm }) => [id, farm]));
}

export const servicePlanTable: TableOf<typeof servicePlans, 'service_plan'> = {
  contract: servicePlans,
  table: 'service_plan',
  joins: OF_MIXER,
  // Plans of a deleted mixer are deleted with it.
  visibleTo: () => sql`exists (select from mixer m where m.client_id = t.client_id and m.id = t.mixer_id and not m.deleted)`,
  joinsFor: ({ services: { now } }) => serviceUse(sql`(${now()}::timestamptz at time zone farm.timezone)::date`),
  fields: {
    ...MIXER_FIELDS,
    what: 't.name',
    every: "json_build_object('days', t.every_days, 'loads', t.every_loads, 'tonnes', t.every_tonnes)",
    since: 'u.since',
    used: "json_build_object('days', coalesce(u.days, 0), 'loads', u.loads, 'tonnes', u.tonnes)",
    due: 'coalesce(u.part >= 1, false)',
  },
  columns: { mixer: 'mixer_id', what: 'name', every: null },
  references: { mixer: mixerTable },
  farm: 't.farm_id',
  search: ['t.name', 'mixer.name'],
  order: 'farm.name, mixer.name, t.name',
  lite: ['id', 'what', 'mixer'],
  remove: 'soft',
  title: (row) => `${row.mixer_name}: ${row.what}`,
  // The use since the last service follows from loads.
  historic: ({ since: _, used: __, due: ___, ...row }) => row,
  async prepare(tx, context, changes) {
    const farms = await farmsOfMixers(
      tx,
      context,
      changes.flatMap(({ before, after }) => (before ? [] : [after.mixer as number])),
    );
    for (const { before, after, input, columns, refuse } of changes) {
      if (before && after.mixer !== before.mixer) refuse(invalid('mixer', 'invalid_value'));
      const { days, loads, tonnes } = after.every as ServiceEvery;
      if (days === null && loads === null && tonnes === null) refuse(invalid('every', 'required'));
      if (!before) columns.farm_id = farms.get(after.mixer) ?? 0;
      if (input.every) Object.assign(columns, { every_days: days, every_loads: loads, every_tonnes: tonnes });
    }
  },
};

/** Refuses services by a plan of another mixer, and those before the mixer's first load: a mixer that hasn't loaded has nothing to be counted from. */
async function refuseUnfit(tx: Tx, { client }: ClientContext, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { rows: mixers } = await sql<{ mixer: number; first: string }>`
    select l.mixer_id as mixer, min(${sql.raw(beganAt('l'))}) as first
    from schedule l join farm on farm.client_id = l.client_id and farm.id = l.farm_id
    where l.client_id = ${client} and l.mixer_id = any(${[...new Set(changes.map(({ after }) => after.mixer))]})
      and ${sql.raw(hasWorked('l'))} group by 1`.execute(tx);
  const { rows: plans } = await sql<{ id: number; mixer: number }>`
    select id, mixer_id as mixer from service_plan
    where client_id = ${client} and id = any(${[...new Set(changes.map(({ after }) => after.plan ?? 0))]})`.execute(tx);
  const firstDays = new Map(mixers.map(({ mixer, first }) => [mixer, first]));
  const mixersByPlan = new Map(plans.map(({ id, mixer }) => [id, mixer]));
  for (const { after, columns, refuse } of changes) {
    const first = firstDays.get(after.mixer);
    if ((after.plan ?? null) !== null && mixersByPlan.get(after.plan) !== after.mixer) refuse(invalid('plan', 'invalid_value'));
    else if (first === undefined) refuse(invalid('mixer', 'invalid_value'));
    else if (Date.parse(columns.done_at as string) < Date.parse(first)) {
      refuse(invalid('done_at', 'min_val', { limit: new Date(first).toISOString() }));
    }
  }
}

export const serviceTable: TableOf<typeof services, 'service'> = {
  contract: services,
  table: 'service',
  joins: `${OF_MIXER} left join service_plan on service_plan.client_id = t.client_id and service_plan.id = t.plan_id`,
  fields: { ...MIXER_FIELDS, plan: 't.plan_id', plan_name: 'service_plan.name' },
  columns: { mixer: 'mixer_id', plan: 'plan_id' },
  references: { mixer: mixerTable, plan: servicePlanTable },
  farm: 't.farm_id',
  search: ['mixer.name', 'service_plan.name', 't.note'],
  filters: {
    day_after: (day: string) => sql`t.day >= ${day}`,
    day_before: (day: string) => sql`t.day <= ${day}`,
  },
  order: 't.done_at desc, mixer.name',
  remove: 'hard',
  title: (row) => `${row.mixer_name} ${row.day}`,
  async prepare(tx, context, changes) {
    const stored = changes.flatMap(({ before }) => (before ? [{ farm: before.farm as number, day: before.day as string }] : []));
    const isClosed = await findClosedMonths(tx, context.client, stored);
    for (const { before, refuse } of changes) if (before && isClosed(before.farm, before.day)) refuse(monthClosed(before.day));
    const open = changes.filter(({ refused }) => !refused);
    const farms = await farmsOfMixers(
      tx,
      context,
      open.map(({ after }) => after.mixer as number),
    );
    // A finished service stays with the farm that the mixer was at.
    const given = open.map(({ before, after, refuse }) => ({
      farm: before && before.mixer === after.mixer ? (before.farm as number) : (farms.get(after.mixer) ?? 0),
      ...{ at: after.done_at as string | undefined, field: 'done_at', refuse },
    }));
    const moments = await ask(tx, momentsCheck(context, given));
    for (const [index, { columns }] of open.entries()) {
      Object.assign(columns, { farm_id: given[index]?.farm, done_at: moments[index]?.at, day: moments[index]?.day });
    }
    await refuseUnfit(
      tx,
      context,
      open.filter(({ refused }) => !refused),
    );
  },
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.day),
};

/** A row with the mixer and service of an existing plan updates it. */
export const servicePlanImport: Importable<typeof servicePlans> = {
  table: servicePlanTable,
  byName: false,
  unusual: 'bounded',
  of: ['mixer', 'what'],
};

/** A row updates the existing service of its mixer, plan and moment. A plan's name is searched among the plans of the row's mixer. */
export const serviceImport: Importable<typeof services> = {
  table: serviceTable,
  byName: false,
  moments: ['done_at'],
  unusual: { figures: ['cost'], alike: ['mixer', 'plan'] },
  of: ['mixer', 'plan', 'done_at'],
  among: { plan: { field: 'mixer', column: 'mixer_id' } },
};
