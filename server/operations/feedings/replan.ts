import { sql } from 'kysely';
import { chooseStep, computeGroupWeight, computeGrowth, type PlannedGroup, planFeeding } from '#common/feeding/plan.ts';
import type { Tx } from '#server/db/database.ts';
import { inPounds } from '#server/domain/in-pounds.ts';
import { MIXER_LIMIT } from '#server/domain/mixer-limit.ts';
import { takeInRefed } from '#server/domain/refed.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { calledWeights, callsAround, keyOfCalled, sharingCalls } from './called.ts';
import { alignParts, begunOf, feedingIdOf, loadsOf, type PlannedPart, splitFeedings, waitedParts, waitingOf } from './parts.ts';

interface PlannedSchedule extends PlannedPart {
  planned_on: string;
  farm_id: number;
  ration_id: number;
  mixer_id: number;
  leftovers: boolean;
  planned_leftovers: number;
  /** Refusals in the feeding, in the old plan and now. */
  refed: number;
  refed_now: number;
  weight_plan: number;
  fresh_weight: number;
  mixer_rounds: boolean;
  ration_step: number;
  in_pounds: boolean;
}
interface GroupRow {
  schedule_id: number;
  group_id: number;
  planned_on: string;
  position: number;
  heads: number;
  weight_per_head: number;
  ration_size: number;
  weight_plan: number;
  base_plan: number | null;
}
interface ItemRow {
  schedule_id: number;
  ingredient_id: number;
  planned_on: string;
  farm_id: number;
  ration_id: number;
  mixer_id: number;
  position: number;
  percent: number;
  weight_plan: number;
}
interface Share {
  ration_id: number;
  ingredient_id: number;
  percent: number;
  position: number;
}

/**
 * Rebuilds the plan of waiting schedules and of the other loads of their feedings from the present ration, mixer and groups and the day's
 * heads. Refusals that wait for such a feeding are added. Writes only differences; returns the changed ids, including schedules that share
 * a daily call. `raise` false keeps the version of the given ones.
 */
export async function replan(tx: Tx, client: number, ids: readonly number[], raise = true): Promise<number[]> {
  if (ids.length === 0) return [];
  await takeInRefed(tx, client, ids);
  // Feedings of a called group on one day share the change, so they are planned together.
  const calls = await callsAround(tx, client, ids);
  const others = await sharingCalls(tx, client, ids, calls);
  const feedings = await splitFeedings(tx, client, [...ids, ...others]);
  const beside = (await waitedParts(tx, client, feedings)).map((part) => part.id);
  const schedules = await waited(tx, client, [...ids, ...others, ...beside]);
  if (schedules.length === 0) return [];
  const lockedIds = schedules.map((schedule) => schedule.id);
  const days = [...new Set(schedules.map((schedule) => schedule.planned_on))];
  const groups = groupBy(await readGroups(tx, client, lockedIds, days), (row) => row.schedule_id);
  const items = groupBy(await readItems(tx, client, lockedIds, days), (row) => row.schedule_id);
  const shares = groupBy(await readShares(tx, client, schedules), (row) => row.ration_id);
  const called = await calledWeights(tx, client, calls);
  const inParts = schedules.filter((schedule) => feedings.includes(feedingIdOf(schedule)));
  const waiting = waitingOf(inParts, groups, called, await begunOf(tx, client, feedings));
  const aligned = await alignParts(tx, client, waiting);
  // The loads changed: with their final number, everything is planned again.
  if (aligned) return replan(tx, client, [...new Set([...ids, ...aligned])], raise);
  const loads = loadsOf(waiting);

  const changed = schedules.flatMap((schedule) => {
    const before = groups.get(schedule.id) ?? [];
    const parts = shares.get(schedule.ration_id) ?? [];
    const wanted = before.map((group) => ({
      heads: group.heads_now,
      weight_per_head: group.weight_per_head,
      growth: computeGrowth(schedule.ration_size, group.ration_size),
      given: loads.get(keyOfCalled(group))?.weight ?? called.get(keyOfCalled(group)),
    }));
    const plan = planFeeding({
      groups: wanted,
      percents: parts.map((part) => part.percent),
      leftovers: schedule.leftovers,
      planned_leftovers: schedule.planned_leftovers,
      refed: schedule.refed_now,
      step: chooseStep({ mixerRounds: schedule.mixer_rounds, inPounds: schedule.in_pounds, rationStep: schedule.ration_step }),
    });
    const newGroups = before.map(({ heads_now, ...group }, index) => ({
      ...group,
      heads: heads_now,
      weight_plan: plan.groups[index] ?? 0,
      base_plan: loads.get(keyOfCalled(group))?.base ?? (called.has(keyOfCalled(group)) ? withoutCall(wanted[index]) : null),
    }));
    const oldGroups = before.map(({ heads_now: _, ...group }) => group);
    const newItems = parts.map((part, index) => itemRow(schedule, part, plan.items[index] ?? 0));
    const same =
      schedule.weight_plan === plan.weight_plan &&
      schedule.fresh_weight === plan.fresh_weight &&
      schedule.refed === schedule.refed_now &&
      JSON.stringify(newGroups) === JSON.stringify(oldGroups) &&
      JSON.stringify(newItems) === JSON.stringify(items.get(schedule.id) ?? []);
    return same ? [] : [{ schedule: { ...schedule, ...plan, refed: schedule.refed_now }, groups: newGroups, items: newItems }];
  });
  if (changed.length === 0) return [];
  const quiet = raise ? [] : ids;
  await write(tx, client, changed, days, quiet);
  const besides = changed.map(({ schedule }) => schedule.id).filter((id) => others.includes(id));
  if (besides.length > 0) await notify(tx, client, 'schedules', besides);
  return changed.map((change) => change.schedule.id);
}

/** The planned weight of a called group without the call. */
const withoutCall = (group?: PlannedGroup): number | null =>
  group ? computeGroupWeight(group.heads, group.weight_per_head, group.growth) : null;

const itemRow = (schedule: PlannedSchedule, part: Share, weight: number): ItemRow => ({
  schedule_id: schedule.id,
  ingredient_id: part.ingredient_id,
  planned_on: schedule.planned_on,
  farm_id: schedule.farm_id,
  ration_id: schedule.ration_id,
  mixer_id: schedule.mixer_id,
  position: part.position,
  percent: part.percent,
  weight_plan: weight,
});

async function waited(tx: Tx, client: number, ids: readonly number[]): Promise<PlannedSchedule[]> {
  const { rows } = await sql<PlannedSchedule>`
    select s.id, s.part_of, s.part, s.parts, s.split, ${sql.raw(MIXER_LIMIT)} as limit, s.planned_on, s.farm_id, s.ration_id, s.mixer_id, s.leftovers, s.planned_leftovers, s.refed, s.weight_plan,
           coalesce((select sum(coalesce(l.refed, l.weight)) from leftover l where l.client_id = s.client_id and l.to_schedule_id = s.id), 0) as refed_now,
           s.fresh_weight, m.rounding as mixer_rounds, r.rounding as ration_step, r.size as ration_size, ${sql.raw(inPounds('s.client_id'))} as in_pounds
    from schedule s
    join mixer m on m.client_id = s.client_id and m.id = s.mixer_id
    join ration r on r.client_id = s.client_id and r.id = s.ration_id
    where s.client_id = ${client} and s.id = any(${ids}) and s.status = 'waited' and not s.deleted
    order by s.id for update of s`.execute(tx);
  return rows;
}

async function readGroups(tx: Tx, client: number, ids: readonly number[], days: readonly string[]) {
  const { rows } = await sql<GroupRow & { heads_now: number }>`
    select g.schedule_id, g.group_id, g.planned_on, g.position, g.heads, g.weight_per_head, g.ration_size, g.weight_plan, g.base_plan,
           coalesce((select h.heads from head_count h where h.client_id = g.client_id and h.group_id = g.group_id and h.day <= g.planned_on
                     order by h.day desc limit 1), a.animal_count) as heads_now
    from schedule_group g join animal_group a on a.client_id = g.client_id and a.id = g.group_id
    where g.client_id = ${client} and g.schedule_id = any(${ids}) and g.planned_on = any(${days}::date[])
    order by g.schedule_id, g.position`.execute(tx);
  return rows;
}

async function readItems(tx: Tx, client: number, ids: readonly number[], days: readonly string[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select schedule_id, ingredient_id, planned_on, farm_id, ration_id, mixer_id, position, percent, weight_plan
    from schedule_ingredient
    where client_id = ${client} and schedule_id = any(${ids}) and planned_on = any(${days}::date[])
    order by schedule_id, position`.execute(tx);
  return rows;
}

async function readShares(tx: Tx, client: number, schedules: readonly PlannedSchedule[]): Promise<Share[]> {
  const rations = [...new Set(schedules.map((schedule) => schedule.ration_id))];
  const { rows } = await sql<Share>`
    select ration_id, ingredient_id, percent, position from ration_item
    where client_id = ${client} and ration_id = any(${rations}) and percent > 0 order by ration_id, position`.execute(tx);
  return rows;
}

interface Changed {
  schedule: PlannedSchedule;
  groups: GroupRow[];
  items: ItemRow[];
}

async function write(
  tx: Tx,
  client: number,
  changed: readonly Changed[],
  days: readonly string[],
  quiet: readonly number[],
): Promise<void> {
  const ids = changed.map((change) => change.schedule.id);
  const groups = JSON.stringify(changed.flatMap((change) => change.groups));
  const items = JSON.stringify(changed.flatMap((change) => change.items));
  const totals = JSON.stringify(
    changed.map(({ schedule: { id, weight_plan, fresh_weight, refed } }) => ({ id, weight_plan, fresh_weight, refed })),
  );
  await sql`
    update schedule_group g set heads = x.heads, weight_plan = x.weight_plan, base_plan = x.base_plan,
           farm_id = s.farm_id, ration_id = s.ration_id, mixer_id = s.mixer_id
    from jsonb_to_recordset(${groups}::jsonb) as x(schedule_id bigint, group_id bigint, planned_on date, heads integer, weight_plan numeric, base_plan numeric)
    join schedule s on s.client_id = ${client} and s.id = x.schedule_id
    where g.client_id = ${client} and g.planned_on = x.planned_on and g.schedule_id = x.schedule_id and g.group_id = x.group_id
      and g.planned_on = any(${days}::date[])`.execute(tx);
  await sql`
    delete from schedule_ingredient
    where client_id = ${client} and schedule_id = any(${ids}) and planned_on = any(${days}::date[])`.execute(tx);
  await sql`
    insert into schedule_ingredient (client_id, schedule_id, ingredient_id, planned_on, farm_id, ration_id, mixer_id, position,
           percent, weight_plan)
    select ${client}, x.* from jsonb_to_recordset(${items}::jsonb) as x(schedule_id bigint, ingredient_id bigint, planned_on date,
           farm_id bigint, ration_id bigint, mixer_id bigint, position integer, percent numeric, weight_plan numeric)`.execute(tx);
  await sql`
    update schedule s set weight_plan = x.weight_plan, fresh_weight = x.fresh_weight, refed = x.refed, version = version + case when s.id = any(${quiet}) then 0 else 1 end
    from jsonb_to_recordset(${totals}::jsonb) as x(id bigint, weight_plan numeric, fresh_weight numeric, refed numeric)
    where s.client_id = ${client} and s.id = x.id`.execute(tx);
}
