import { sql } from 'kysely';
import { computeGroupWeight, computeGrowth, sumWeights, toGrams } from '#common/feeding/plan.ts';
import { partsOf } from '#contract/operations/mixers.ts';
import type { Tx } from '#server/db/database.ts';
import { equalLoads } from '#server/domain/equal-loads.ts';
import { releaseRefed } from '#server/domain/refed.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { keyOfCalled } from './called.ts';
import { clearPlan, deletePlanned, PLACED_BY_CLOCK } from './plan-rows.ts';

/** A waiting schedule, as the loads of its feeding are planned. */
export interface PlannedPart {
  id: number;
  part_of: number | null;
  part: number;
  parts: number;
  split: boolean;
  /** Maximum of the ration in the mixer, in kg. */
  limit: number;
  ration_size: number;
}
export interface PartGroup {
  schedule_id: number;
  group_id: number;
  planned_on: string;
  position: number;
  weight_per_head: number;
  ration_size: number;
  heads_now: number;
}

/** SQL for the feeding of a schedule `s`: the id of its first load. */
const feedingIdSql = (s: string) => sql.raw(`coalesce(${s}.part_of, ${s}.id)`);
export const feedingIdOf = (part: Pick<PlannedPart, 'id' | 'part_of'>): number => part.part_of ?? part.id;

/** Ids of those feedings of these schedules that are split, or were. */
export async function splitFeedings(tx: Tx, client: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ${feedingIdSql('s')} as id from schedule s
    where s.client_id = ${client} and s.id = any(${ids}) and (s.split or s.parts > 1) order by 1`.execute(tx);
  return rows.map((row) => row.id);
}

/** Waiting loads of feedings. */
export async function waitedParts(tx: Tx, client: number, feedings: readonly number[]): Promise<{ id: number; feeding: number }[]> {
  if (feedings.length === 0) return [];
  const { rows } = await sql<{ id: number; feeding: number }>`
    select s.id, ${feedingIdSql('s')} as feeding from schedule s
    where s.client_id = ${client} and (s.id = any(${feedings}) or s.part_of = any(${feedings})) and s.status = 'waited' and not s.deleted
    order by s.part, s.id`.execute(tx);
  return rows;
}

/** The other waiting loads of these schedules' feedings. */
export async function waitedBeside(tx: Tx, client: number, ids: readonly number[]): Promise<number[]> {
  const parts = await waitedParts(tx, client, await splitFeedings(tx, client, ids));
  return parts.map((part) => part.id).filter((id) => !ids.includes(id));
}

/** SQL condition that a waiting schedule `t` is the first waiting load of its feeding, which represents the others. */
export const LEADS = `(t.parts = 1 or not exists (select from schedule w where w.client_id = t.client_id
  and (w.id = coalesce(t.part_of, t.id) or w.part_of = coalesce(t.part_of, t.id))
  and w.status = 'waited' and not w.deleted and (w.part, w.id) < (t.part, t.id)))`;

/** True if a waiting schedule represents its feeding's waiting loads. */
export async function leads(tx: Tx, client: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from schedule t where t.client_id = ${client} and t.id = ${id} and ${sql.raw(LEADS)}`.execute(tx);
  return rows.length > 0;
}

/** Loads of split feedings that don't wait any more: their number, and their planned weight by group without a call. */
export interface Begun {
  loads: number;
  weights: Map<number, number>;
}

export async function begunOf(tx: Tx, client: number, feedings: readonly number[]): Promise<Map<number, Begun>> {
  if (feedings.length === 0) return new Map();
  const { rows } = await sql<{ feeding: number; schedule: number; group: number | null; kg: number }>`
    select ${feedingIdSql('s')} as feeding, s.id as schedule, g.group_id as group, coalesce(g.base_plan, g.weight_plan, 0) as kg
    from schedule s left join schedule_group g on g.client_id = s.client_id and g.schedule_id = s.id and g.planned_on = s.planned_on
    where s.client_id = ${client} and (s.id = any(${feedings}) or s.part_of = any(${feedings})) and s.status <> 'waited' and not s.deleted`.execute(
    tx,
  );
  return new Map(
    [...groupBy(rows, (row) => row.feeding)].map(([feeding, own]) => [
      feeding,
      {
        loads: new Set(own.map((row) => row.schedule)).size,
        weights: new Map(
          [...groupBy(own, (row) => row.group ?? 0)].map(([group, parts]) => [group, sumWeights(parts.map((part) => part.kg))]),
        ),
      },
    ]),
  );
}

/**
 * Waiting loads of a feeding in their order, with the weight that each group gets from all of them: `weights` with a call, `bases` without.
 */
interface Waiting<S extends PlannedPart, G extends PartGroup> {
  feeding: number;
  schedules: S[];
  first: S;
  groups: G[];
  called: boolean[];
  weights: number[];
  bases: number[];
  begun: number;
}

/** Groups the loads of split feedings, each with the weight of its groups that hasn't begun. */
export function waitingOf<S extends PlannedPart, G extends PartGroup>(
  schedules: readonly S[],
  groupsOf: ReadonlyMap<number, G[]>,
  called: ReadonlyMap<string, number>,
  begun: ReadonlyMap<number, Begun>,
): Waiting<S, G>[] {
  return [...groupBy(schedules, feedingIdOf)].flatMap(([feeding, own]) => {
    const inOrder = own.toSorted((a, b) => a.part - b.part || a.id - b.id);
    const first = inOrder[0];
    if (!first) return [];
    const groups = groupsOf.get(first.id) ?? [];
    const bases = groups.map((group) => {
      const whole = computeGroupWeight(group.heads_now, group.weight_per_head, computeGrowth(first.ration_size, group.ration_size));
      return Math.max(0, toGrams(whole) - toGrams(begun.get(feeding)?.weights.get(group.group_id) ?? 0)) / 1000;
    });
    const calls = groups.map((group) => called.get(keyOfCalled(group)));
    return [
      {
        feeding,
        schedules: inOrder,
        first,
        groups,
        called: calls.map((weight) => weight !== undefined),
        weights: calls.map((weight, index) => weight ?? bases[index] ?? 0),
        bases,
        begun: begun.get(feeding)?.loads ?? 0,
      },
    ];
  });
}

/** Weight of each group in each load, by `keyOfCalled`; `base` if a call changes it. */
export function loadsOf<S extends PlannedPart, G extends PartGroup>(
  waiting: readonly Waiting<S, G>[],
): Map<string, { weight: number; base: number | null }> {
  return new Map(
    waiting.flatMap(({ schedules, groups, weights, bases, called }) => {
      const [planned, without] = [equalLoads(weights, schedules.length), equalLoads(bases, schedules.length)];
      return schedules.flatMap(({ id }, load) =>
        groups.map(({ group_id }, index) => {
          const base = called[index] ? (without[load]?.[index] ?? 0) : null;
          return [keyOfCalled({ schedule_id: id, group_id }), { weight: planned[load]?.[index] ?? 0, base }] as const;
        }),
      );
    }),
  );
}

/**
 * Creates or removes loads of split feedings so that they fit the mixers, and makes waiting ones equal to the first. Loads that have begun
 * stay. Returns the loads to plan: first waiting ones, and those that take over refusals of a removed load; null if nothing changed.
 */
export async function alignParts<S extends PlannedPart, G extends PartGroup>(
  tx: Tx,
  client: number,
  waiting: readonly Waiting<S, G>[],
): Promise<number[] | null> {
  const wanted = waiting.map((one) => ({ ...one, loads: partsOf(sumWeights(one.weights), one.first.limit, one.first.split) }));
  const gone = wanted.flatMap(({ schedules, loads }) => schedules.slice(loads).map(({ id }) => id));
  const pairs = wanted.flatMap(({ first, schedules, loads }) => schedules.slice(1, loads).map(({ id }) => ({ id, first: first.id })));
  const missing = wanted.flatMap(({ feeding, first, schedules, loads, begun }) =>
    Array.from({ length: Math.max(0, loads - schedules.length) }, (_, index) => ({
      feeding,
      first: first.id,
      part: schedules.length + begun + index + 1,
    })),
  );
  const takers = gone.length > 0 ? await releaseRefed(tx, client, gone) : [];
  if (gone.length > 0) await deletePlanned(tx, client, gone);
  const changed = await followFirst(tx, client, pairs);
  const made = await insertParts(tx, client, missing);
  const misnumbered = wanted.some(({ schedules, loads, begun }) => schedules.some(({ parts }) => parts !== begun + loads));
  const numbered = misnumbered
    ? await numberParts(
        tx,
        client,
        wanted.map(({ feeding }) => feeding),
      )
    : [];
  const touched = [...new Set([...gone, ...changed, ...made, ...numbered])];
  if (touched.length === 0) return null;
  await notify(tx, client, 'schedules', touched);
  return [...waiting.map(({ first }) => first.id), ...takers];
}

/** Numbers each feeding's loads from 1, and writes their total. */
export async function numberParts(tx: Tx, client: number, feedings: readonly number[], without: readonly number[] = []): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update schedule s set part = n.part, parts = n.parts
    from (
      select s.id, row_number() over w as part, count(*) over (partition by ${feedingIdSql('s')}) as parts
      from schedule s
      where s.client_id = ${client} and (s.id = any(${feedings}) or s.part_of = any(${feedings})) and not s.deleted
        and s.id <> all(${without})
      window w as (partition by ${feedingIdSql('s')} order by s.part, s.id)
    ) n
    where s.client_id = ${client} and s.id = n.id and (s.part, s.parts) is distinct from (n.part, n.parts) returning s.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Columns that the waiting loads of a feeding take from the first one. */
const FOLLOWED = sql.raw(
  'f.planned_on, f.loading_id, f.ration_id, f.mixer_id, f.ignore_in_reports, f.ignore_reason, f.skip_time, f.locked, f.split',
);
/** Positions set by the plan follow the first load; one set by a person stays. */
const PLACE = sql.raw(`case when f.position >= ${PLACED_BY_CLOCK} then f.position else s.position end`);

/** Makes waiting loads equal to the first one: groups, ration, mixer and day. Returns those that changed. */
export async function followFirst(tx: Tx, client: number, pairs: readonly { id: number; first: number }[]): Promise<number[]> {
  if (pairs.length === 0) return [];
  const of = sql`unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ first }) => first)}::bigint[]) as x (id, first)`;
  const { rows } = await sql<{ id: number }>`
    update schedule s set (planned_on, loading_id, ration_id, mixer_id, ignore_in_reports, ignore_reason, skip_time, locked, split, auto_load, position, version)
      = row(${FOLLOWED}, f.auto_load and not s.leftovers, ${PLACE}, s.version + 1)
    from ${of} join schedule f on f.client_id = ${client} and f.id = x.first
    where s.client_id = ${client} and s.id = x.id
      and (s.planned_on, s.loading_id, s.ration_id, s.mixer_id, s.ignore_in_reports, s.ignore_reason, s.skip_time, s.locked, s.split, s.auto_load, s.position)
        is distinct from (${FOLLOWED}, f.auto_load and not s.leftovers, ${PLACE})
    returning s.id`.execute(tx);
  const plan = (id: string) => sql`(
    select coalesce(jsonb_agg(jsonb_build_array(g.group_id, g.planned_on, g.weight_per_head, g.ration_size) order by g.position), '[]')
    from schedule_group g where g.client_id = ${client} and g.schedule_id = ${sql.ref(id)})`;
  const { rows: regrouped } = await sql<{ id: number; first: number }>`
    select x.id, x.first from ${of} where ${plan('x.id')} is distinct from ${plan('x.first')}`.execute(tx);
  if (regrouped.length > 0) {
    await clearPlan(
      tx,
      client,
      regrouped.map(({ id }) => id),
      null,
    );
    await copyGroups(tx, client, regrouped);
  }
  return [...rows, ...regrouped].map((row) => row.id);
}

async function copyGroups(tx: Tx, client: number, pairs: readonly { id: number; first: number }[]): Promise<void> {
  await sql`
    insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads,
           weight_per_head, ration_size, weight_plan)
    select g.client_id, x.id, g.group_id, g.planned_on, g.farm_id, g.ration_id, g.mixer_id, g.position, 0, g.weight_per_head, g.ration_size, 0
    from unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ first }) => first)}::bigint[]) as x (id, first)
    join schedule_group g on g.client_id = ${client} and g.schedule_id = x.first`.execute(tx);
}

/** Adds loads after the first waiting one. Only the first uses leftovers in the mixer. */
async function insertParts(tx: Tx, client: number, parts: readonly { feeding: number; first: number; part: number }[]): Promise<number[]> {
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: number; feeding: number }>`
    insert into schedule (client_id, farm_id, loading_id, planned_on, position, ration_id, mixer_id, operator_id, auto_load, ignore_in_reports,
           ignore_reason, skip_time, locked, split, part_of, part)
    select f.client_id, f.farm_id, f.loading_id, f.planned_on, f.position, f.ration_id, f.mixer_id, f.operator_id, f.auto_load, f.ignore_in_reports,
           f.ignore_reason, f.skip_time, f.locked, f.split, x.feeding, x.part
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x (feeding bigint, first bigint, part integer)
    join schedule f on f.client_id = ${client} and f.id = x.first
    order by x.feeding, x.part
    returning id, part_of as feeding`.execute(tx);
  const firsts = new Map(parts.map(({ feeding, first }) => [feeding, first]));
  await copyGroups(
    tx,
    client,
    rows.map(({ id, feeding }) => ({ id, first: firsts.get(feeding) ?? 0 })),
  );
  return rows.map((row) => row.id);
}
