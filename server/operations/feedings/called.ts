import { sql } from 'kysely';
import { computeGroupWeight, computeGrowth, shareInProportion, sumWeights, toGrams } from '#common/feeding/plan.ts';
import type { LoadingStatus } from '#contract/kinds.ts';
import type { Tx } from '#server/db/database.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';

/** A daily call: a group gets this many percent more or less than planned on a day. */
export interface Call {
  group_id: number;
  day: string;
  percent: number;
}

/** A group's part of a feeding on a day with a call. */
interface Part extends Call {
  schedule_id: number;
  /** The feeding to which the load belongs. */
  feeding: number;
  part: number;
  /** Planned weight, without the call, of this feeding's loads that have begun. */
  begun: number;
  planned_on: string;
  status: LoadingStatus;
  locked: boolean;
  heads: number;
  weight_per_head: number;
  /** The ration's size now and at the time when the weight per head was entered. */
  size: number;
  ration_size: number;
  weight_plan: number;
  /** The planned weight without the call, if a call changed it. */
  base_plan: number | null;
}

export const keyOfCalled = ({ schedule_id, group_id }: Pick<Part, 'schedule_id' | 'group_id'>) => `${schedule_id}/${group_id}`;

/** Calls on the days of these schedules (or on `day`, which a schedule has left), for all groups. */
export async function callsAround(tx: Tx, client: number, ids: readonly number[], day: string | null = null): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select c.group_id, c.day, c.percent from feed_call c
    where c.client_id = ${client} and (c.farm_id, c.day) in (
      select s.farm_id, coalesce(${day}::date, s.planned_on) from schedule s where s.client_id = ${client} and s.id = any(${ids}))`.execute(
    tx,
  );
  return rows;
}

/** Other schedules that share a call with these. */
export async function sharingCalls(tx: Tx, client: number, ids: readonly number[], calls: readonly Call[]): Promise<number[]> {
  if (calls.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct o.schedule_id as id
    from unnest(${calls.map((call) => call.group_id)}::bigint[], ${calls.map((call) => call.day)}::date[]) as c (group_id, day)
    join schedule_group g on g.client_id = ${client} and g.planned_on = c.day and g.group_id = c.group_id and g.schedule_id = any(${ids})
    join schedule_group o on o.client_id = ${client} and o.planned_on = c.day and o.group_id = c.group_id and o.schedule_id <> all(${ids})
    order by 1`.execute(tx);
  return rows.map((row) => row.id);
}

/** The same, read before these schedules are deleted or changed: afterwards the others take over the change. */
export const sharingCallsOf = async (tx: Tx, client: number, ids: readonly number[], day: string | null = null): Promise<number[]> =>
  sharingCalls(tx, client, ids, await callsAround(tx, client, ids, day));

/**
 * Returns the parts of all feedings of the called groups on those days. For waiting feedings, heads are the day's present count. The first
 * waiting load of a feeding represents all its waiting loads.
 */
export async function partsOfCalls(tx: Tx, client: number, calls: readonly Call[]): Promise<Part[]> {
  if (calls.length === 0) return [];
  const { rows } = await sql<Part>`
    select g.schedule_id, coalesce(s.part_of, s.id) as feeding, s.part, 0 as begun, g.group_id, g.planned_on, c.day, c.percent, s.status, s.locked, g.weight_per_head, r.size, g.ration_size, g.weight_plan, g.base_plan,
      case when s.status = 'waited' then coalesce((select h.heads from head_count h where h.client_id = g.client_id and h.group_id = g.group_id
        and h.day <= g.planned_on order by h.day desc limit 1), a.animal_count) else g.heads end as heads
    from unnest(${calls.map((call) => call.group_id)}::bigint[], ${calls.map((call) => call.day)}::date[],
      ${calls.map((call) => call.percent)}::numeric[]) as c (group_id, day, percent)
    join schedule_group g on g.client_id = ${client} and g.planned_on = c.day and g.group_id = c.group_id
    join schedule s on s.client_id = g.client_id and s.id = g.schedule_id and not s.deleted
    join ration r on r.client_id = s.client_id and r.id = s.ration_id
    join animal_group a on a.client_id = g.client_id and a.id = g.group_id
    where g.planned_on = any(${calls.map((call) => call.day)}::date[])
    order by s.position, s.id`.execute(tx);
  return [...groupBy(rows, (row) => `${row.feeding}/${row.group_id}`).values()].flatMap(loadsAsOne);
}

function loadsAsOne(loads: readonly Part[]): Part[] {
  const begun = loads.filter((load) => load.status !== 'waited');
  const [first] = loads.filter((load) => load.status === 'waited').toSorted((a, b) => a.part - b.part || a.schedule_id - b.schedule_id);
  return first ? [...begun, { ...first, begun: sumWeights(begun.map(computeBase)) }] : begun;
}

export const follows = (part: Pick<Part, 'status' | 'locked'>): boolean => part.status === 'waited' && !part.locked;
const computeBase = (part: Part) =>
  part.status === 'waited'
    ? Math.max(
        0,
        toGrams(computeGroupWeight(part.heads, part.weight_per_head, computeGrowth(part.size, part.ration_size))) - toGrams(part.begun),
      ) / 1000
    : (part.base_plan ?? part.weight_plan);

/** Weights in kg of a called group's parts: without the call (`base`), the share that no call changes (`kept`), and the day's target. */
export function dayOf(parts: readonly Part[]): { base: number; kept: number; target: number } {
  const base = sumWeights(parts.map(computeBase));
  // A feeding that has begun keeps its plan; a locked one keeps its plan without the call.
  const kept = sumWeights(
    parts.filter((part) => !follows(part)).map((part) => (part.status === 'waited' ? computeBase(part) : part.weight_plan)),
  );
  return { base, kept, target: changedBy(base, parts[0]?.percent ?? 0) };
}

/** The weight changed by this percentage, rounded to the gram. */
export const changedBy = (weight: number, percent: number): number =>
  Number((BigInt(toGrams(weight)) * BigInt(10_000 + Math.round(percent * 100)) + 5_000n) / 10_000n) / 1000;

/**
 * Weights that calls give each group in the feedings that follow them, by `keyOfCalled`. These feedings share the whole change of the day
 * in proportion to their plan.
 */
export async function calledWeights(tx: Tx, client: number, calls: readonly Call[]): Promise<Map<string, number>> {
  const days = groupBy(await partsOfCalls(tx, client, calls), (part) => `${part.group_id}/${part.day}`);
  return new Map(
    [...days.values()].flatMap((parts) => {
      const { kept, target } = dayOf(parts);
      const following = parts.filter(follows);
      const shares = shareInProportion(Math.max(0, toGrams(target) - toGrams(kept)) / 1000, following.map(computeBase));
      return following.map((part, index) => [keyOfCalled(part), shares[index] ?? 0] as const);
    }),
  );
}
