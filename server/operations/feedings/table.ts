import { sql } from 'kysely';
import { schedules } from '#contract/operations/feedings.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { groupsNaming, willBeFed } from '#server/domain/plan-uses.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { DATED_PERIODS } from '#server/platform/resource/id-kinds.ts';
import { type AnyRow, isOneOf, type Naming, named, type TableOf } from '#server/platform/resource/table.ts';
import { completeSchedules } from './nested.ts';
import { LEADS } from './parts.ts';
import { removeWaited, restoreWaited } from './remove.ts';
import { prepareSchedule } from './rules.ts';
import { writeFeedingPlan } from './write-plan.ts';

/**
 * Deviation of the load: loaded weight minus the weight to load fresh, because planned leftovers are in the mixer already. Null until it is
 * loaded.
 */
const DEVIATION = 't.weight_fact - t.fresh_weight';

export const scheduleTable: TableOf<typeof schedules, 'schedule'> = {
  contract: schedules,
  table: 'schedule',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ration on ration.client_id = t.client_id and ration.id = t.ration_id
    join mixer on mixer.client_id = t.client_id and mixer.id = t.mixer_id
    left join loading on loading.client_id = t.client_id and loading.id = t.loading_id
    left join account operator on operator.id = t.operator_id`,
  fields: {
    ...named('farm', 'loading', 'ration', 'mixer'),
    max_weight: 'mixer.max_weight',
    mix_time: 'mixer.mix_time',
    loading_admittance: 'mixer.loading_admittance',
    unloading_admittance: 'mixer.unloading_admittance',
    loading_sensitivity: 'mixer.loading_sensitivity',
    unloading_sensitivity: 'mixer.unloading_sensitivity',
    auto_transition_time: 'mixer.auto_transition_time',
    operator: 't.operator_id',
    operator_name: `coalesce(nullif(trim(operator.first_name || ' ' || operator.last_name), ''), operator.email)`,
    leftover_percent: 'case when t.leftovers then round(t.planned_leftovers * 100 / nullif(t.weight_plan, 0), 4) end',
    deviation: DEVIATION,
    deviation_percent: `round((${DEVIATION}) * 100 / nullif(t.fresh_weight, 0), 4)`,
    abilities: `json_build_object('closed', month_is_closed(t.client_id, t.farm_id, t.planned_on), 'leads', ${LEADS})`,
    groups: null,
    items: null,
  },
  columns: { groups: null },
  references: { farm: farmTable },
  // Feedings made by periods follow these; then feedings made or changed by hand are searched.
  naming: [
    inWaited('ration'),
    inWaited('mixer'),
    {
      of: 'animal_group',
      where: (
        context,
        id,
      ) => sql`${willBeFed(context)} and ${sql.raw(LEADS)} and exists (select from schedule_group g where g.client_id = t.client_id
        and g.schedule_id = t.id and g.planned_on = t.planned_on and g.group_id = ${id})`,
      input: (row, from, to) => ({ groups: groupsNaming(row.groups, from, to) }),
    },
  ],
  farm: 't.farm_id',
  search: ['ration.name', 'mixer.name', 'loading.name'],
  filters: {
    planned_on_after: (day: string) => sql`t.planned_on >= ${day}::date`,
    planned_on_before: (day: string) => sql`t.planned_on <= ${day}::date`,
    worker: (ids: number[]) => isOneOf('t.operator_id', ids),
    group: (ids: number[]) => sql`exists (select from schedule_group g where g.client_id = t.client_id and g.schedule_id = t.id
      and g.planned_on = t.planned_on and g.group_id = any(${ids}))`,
    animal_type: (ids: number[]) => sql`exists (select from schedule_group g
      join animal_group a on a.client_id = g.client_id and a.id = g.group_id
      where g.client_id = t.client_id and g.schedule_id = t.id and g.planned_on = t.planned_on and a.animal_type_id = any(${ids}))`,
  },
  idKinds: { loading: DATED_PERIODS },
  order: 't.planned_on desc, t.position',
  remove: 'soft',
  historic,
  title: (row) => `${row.ration_name} ${row.planned_on}`,
  shared: true,
  attachNested: completeSchedules,
  prepare: oneByOne(prepareSchedule),
  afterWrite: oneByOne(writeFeedingPlan),
  async beforeRemove(tx, context, before) {
    await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
    await removeWaited(tx, context, before);
  },
  afterRestore: restoreWaited,
};

function inWaited(what: 'ration' | 'mixer'): Naming {
  return {
    of: what,
    where: (context, id) => sql`${willBeFed(context)} and ${sql.raw(LEADS)} and ${sql.ref(`t.${what}_id`)} = ${id}`,
    input: (_row, _from, to) => ({ [what]: to }),
  };
}

/** History stores what happened, without the reader's abilities. */
export function historic({ abilities: _, ...row }: AnyRow): AnyRow {
  return row;
}
