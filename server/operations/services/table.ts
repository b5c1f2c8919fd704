import { sql } from 'kysely';
import { type ServiceEvery, servicePlans, services } from '#contract/operations/services.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { momentOf } from '#server/domain/moment.ts';
import { beganAt, hasWorked, serviceUse } from '#server/domain/service-use.ts';
import { mixerTable } from '#server/operations/mixers/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

const OF_MIXER = `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
  join mixer on mixer.client_id = t.client_id and mixer.id = t.mixer_id`;
const MIXER_FIELDS = { farm: 't.farm_id', farm_name: 'farm.name', mixer: 't.mixer_id', mixer_name: 'mixer.name' };

async function farmOf(tx: Tx, { client }: ClientContext, mixer: number): Promise<number> {
  const { rows } = await sql<{ farm: number }>`
    select farm_id as farm from mixer where client_id = ${client} and id = ${mixer}`.execute(tx);
  return rows[0]?.farm ?? 0;
}

export const servicePlanTable: TableOf<typeof servicePlans, 'service_plan'> = {
  contract: servicePlans,
  table: 'service_plan',
  joins: OF_MIXER,
  // Those of a mixer that is gone went with it.
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
  // What came together since follows from loads.
  historic: ({ since: _, used: __, due: ___, ...row }) => row,
  prepare: oneByOne(async (tx, context, { before, after, input }) => {
    if (before && after.mixer !== before.mixer) throw invalid('mixer', 'invalid_value');
    const { days, loads, tonnes } = after.every as ServiceEvery;
    if (days === null && loads === null && tonnes === null) throw invalid('every', 'required');
    return {
      ...(before ? {} : { farm_id: await farmOf(tx, context, after.mixer) }),
      ...(input.every ? { every_days: days, every_loads: loads, every_tonnes: tonnes } : {}),
    };
  }),
};

/** By a plan of that mixer, and not before its first load: a mixer that hasn't loaded has nothing to be counted from. */
async function demandOfMixer(tx: Tx, { client }: ClientContext, { mixer, plan }: Record<string, unknown>, at: string): Promise<void> {
  const { rows } = await sql<{ first: string | null; fits: boolean }>`
    select (select min(${sql.raw(beganAt('l'))}) from schedule l join farm on farm.client_id = l.client_id and farm.id = l.farm_id
        where l.client_id = ${client} and l.mixer_id = ${mixer} and ${sql.raw(hasWorked('l'))}) as first,
      ${plan}::bigint is null or exists (select from service_plan p where p.client_id = ${client} and p.id = ${plan} and p.mixer_id = ${mixer}) as fits`.execute(
    tx,
  );
  const [{ first, fits } = { first: null, fits: false }] = rows;
  if (!fits) throw invalid('plan', 'invalid_value');
  if (first === null) throw invalid('mixer', 'invalid_value');
  if (Date.parse(at) < Date.parse(first)) throw invalid('done_at', 'min_val', { limit: new Date(first).toISOString() });
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
  prepare: oneByOne(async (tx, context, { before, after }) => {
    if (before) await demandOpenMonth(tx, context.client, before.farm, before.day);
    // What was done stays with the farm where the mixer stood.
    const farm: number = before && before.mixer === after.mixer ? before.farm : await farmOf(tx, context, after.mixer);
    const { at, day } = await momentOf(tx, context, farm, after.done_at as string | undefined, 'done_at');
    await demandOfMixer(tx, context, after, at);
    return { farm_id: farm, done_at: at, day };
  }),
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.day),
};

/** A row of a mixer and what is done on it is the plan that is there. */
export const servicePlanImport: Importable<typeof servicePlans> = {
  table: servicePlanTable,
  byName: false,
  unusual: 'bounded',
  of: ['mixer', 'what'],
};

/** A row of a mixer, plan and moment that are there already says them anew; a plan is called by its name among those of the row's mixer. */
export const serviceImport: Importable<typeof services> = {
  table: serviceTable,
  byName: false,
  moments: ['done_at'],
  unusual: 'bounded',
  of: ['mixer', 'plan', 'done_at'],
  among: { plan: { field: 'mixer', column: 'mixer_id' } },
};
