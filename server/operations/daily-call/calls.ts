import { sql } from 'kysely';
import { sumWeights } from '#common/feeding/plan.ts';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { calls } from '#contract/operations/daily-call.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { demandOpenMonth, findClosedMonths, monthClosed } from '#server/domain/closed-months.ts';
import { timezoneOf, todayOn } from '#server/domain/timezone.ts';
import { dayOf, follows, partsOfCalls } from '#server/operations/feedings/called.ts';
import { notifyPlan } from '#server/operations/feedings/refresh.ts';
import { replan } from '#server/operations/feedings/replan.ts';
import { findOverfull } from '#server/operations/feedings/write-plan.ts';
import { GROUP_FIELDS, OF_GROUP_AND_DAY } from '#server/operations/groups/of-group-and-day.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow, Change, TableOf } from '#server/platform/resource/table.ts';
import { farmsOfGroups } from './scores.ts';

export const callTable: TableOf<typeof calls, 'feed_call'> = {
  contract: calls,
  table: 'feed_call',
  ...OF_GROUP_AND_DAY,
  fields: {
    ...GROUP_FIELDS,
    weight_base: null,
    weight_plan: null,
    feedings: null,
  },
  search: ['animal_group.name', 't.reason'],
  historic: ({ feedings: _, ...row }) => row,
  attachNested: withFeedings,
  prepare: prepareCalls,
  afterWrite: followCalls,
  async beforeRemove(tx, context, before) {
    await demandToCome(tx, context, before.farm, before.day);
    // It goes here, so that what followed it is planned without it.
    await sql`delete from feed_call where client_id = ${context.client} and id = ${before.id}`.execute(tx);
    await replanDays(tx, context.client, [{ group: before.group, day: before.day }]);
  },
};

export const callImport: Importable<typeof calls> = { table: callTable, byName: false, unusual: 'bounded' };

/** The past is fed, and a closed month counted. */
async function demandToCome(tx: Tx, context: ClientContext, farm: number, day: string): Promise<void> {
  const today = dayAt(context.services.now(), await timezoneOf(tx, context.client, farm));
  if (day < today) throw invalid('day', 'min_val', { limit: today });
  await demandOpenMonth(tx, context.client, farm, day);
}

/** The rules of calls, in the order of the list: each finds those before it. */
async function prepareCalls(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const { client, services } = context;
  const farms = await farmsOfGroups(
    tx,
    client,
    changes.map(({ after }) => after.group as number),
  );
  const findFarm = ({ after }: Change): number => farms.get(after.group) ?? 0;
  const todays = await todayOn(tx, client, services.now(), changes.map(findFarm));
  const days = changes.map((change) => ({ farm: findFarm(change), day: change.after.day as string }));
  const isClosed = await findClosedMonths(tx, client, days);
  const levels = await levelsBefore(tx, client, changes);
  const findRefusal = ({ before, after }: Change, farm: number) => {
    const today = todays.get(farm) ?? '';
    const level = (back: number) => levels.get(keyOfDay(after.group, addDays(after.day, -back))) ?? 0;
    const changed = before ? (['group', 'day'] as const).find((field) => after[field] !== before[field]) : undefined;
    if (changed) return invalid(changed, 'invalid_value');
    if (after.day < today) return invalid('day', 'min_val', { limit: today });
    if (isClosed(farm, after.day)) return monthClosed(after.day);
    const risesAgain = after.percent > level(1) && level(1) > level(2);
    return risesAgain && !after.rise_again ? invalid('rise_again', 'required') : null;
  };
  for (const change of changes) {
    const { after, columns, refuse } = change;
    const farm = findFarm(change);
    const refusal = findRefusal(change, farm);
    if (refusal) refuse(refusal);
    columns.farm_id = farm;
    if (!change.refused) levels.set(keyOfDay(after.group, after.day), after.percent);
  }
}

const keyOfDay = (group: number, day: string) => `${group} ${day}`;

/** The calls of these groups on the two days before each of these days. */
async function levelsBefore(tx: Tx, client: number, changes: readonly Change[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ group: number; day: string; percent: number }>`
    select distinct c.group_id as group, c.day, c.percent
    from unnest(${changes.map(({ after }) => after.group)}::bigint[], ${changes.map(({ after }) => after.day)}::date[]) x (of_group, day)
    join feed_call c on c.client_id = ${client} and c.group_id = x.of_group and c.day between x.day - 2 and x.day - 1`.execute(tx);
  return new Map(rows.map(({ group, day, percent }) => [keyOfDay(group, day), percent]));
}

/**
 * Rebuilds the plan of feedings that follow calls. Refused if no feeding follows, if the other feedings exceed the call, or if the mixers
 * can't hold the rest.
 */
async function followCalls(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const { client } = context;
  const called = changes.map(({ after }) => ({
    group_id: after.group as number,
    day: after.day as string,
    percent: after.percent as number,
  }));
  const parts = groupBy(await partsOfCalls(tx, client, called), ({ group_id, day }) => keyOfDay(group_id, day));
  for (const { after, refuse } of changes) {
    const own = parts.get(keyOfDay(after.group, after.day)) ?? [];
    if (!own.some(follows)) {
      refuse(conflict('illegal_status', {}, 'day'));
      continue;
    }
    const { base, kept, target } = dayOf(own);
    if (kept > target) refuse(invalid('percent', 'min_val', { limit: Math.ceil((kept * 10_000) / base - 10_000) / 100 }));
  }
  const sound = changes.filter(({ refused }) => !refused);
  const changed = await replanDays(
    tx,
    client,
    sound.map(({ after }) => ({ group: after.group as number, day: after.day as string })),
  );
  const raised = sound.filter(({ after, before }) => after.percent > ((before?.percent as number | undefined) ?? 0));
  const over = await findOverfull(tx, client, changed);
  if (over.size === 0) return;
  for (const { after, refuse } of raised) {
    const own = await findSchedules(tx, client, [{ group: after.group, day: after.day }]);
    const limit = own.map((id) => over.get(id)).find((one) => one !== undefined);
    if (limit !== undefined) refuse(invalid('percent', 'mixer_weight', { limit }));
  }
}

interface GroupDay {
  group: number;
  day: string;
}

/** The feedings of groups on days. */
async function findSchedules(tx: Tx, client: number, days: readonly GroupDay[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct g.schedule_id as id
    from unnest(${days.map(({ group }) => group)}::bigint[], ${days.map(({ day }) => day)}::date[]) x (of_group, day)
    join schedule_group g on g.client_id = ${client} and g.planned_on = x.day and g.group_id = x.of_group
    where g.planned_on = any(${days.map(({ day }) => day)}::date[]) order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

async function replanDays(tx: Tx, client: number, days: readonly GroupDay[]): Promise<number[]> {
  const changed = await replan(tx, client, await findSchedules(tx, client, days));
  if (changed.length > 0) await notifyPlan(tx, client, changed);
  return changed;
}

/** Adds the feedings of the day, in their order, and what the group gets of them without the call and with it. */
async function withFeedings(db: Db, rows: AnyRow[], context: ClientContext): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const { rows: found } = await sql<AnyRow>`
    select c.id as call, s.id as schedule, coalesce(s.part_of, s.id) as feeding, ration.name as ration_name, s.status, s.locked, coalesce(g.base_plan, g.weight_plan) as weight_base, g.weight_plan
    from feed_call c
    join schedule_group g on g.client_id = c.client_id and g.planned_on = c.day and g.group_id = c.group_id
    join schedule s on s.client_id = g.client_id and s.id = g.schedule_id and not s.deleted
    join ration on ration.client_id = s.client_id and ration.id = s.ration_id
    where c.client_id = ${context.client} and c.id = any(${rows.map((row) => row.id)}) and g.planned_on = any(${rows.map((row) => row.day)}::date[])
    order by s.position, s.id`.execute(db);
  const feedingsOf = groupBy(found, (feeding) => feeding.call as number);
  return rows.map((row) => {
    const feedings = (feedingsOf.get(row.id) ?? []).map(
      ({ call: _, ...feeding }) => ({ ...feeding, follows: follows(feeding as never) }) as AnyRow,
    );
    return {
      ...row,
      weight_base: sumWeights(feedings.map((feeding) => feeding.weight_base)),
      weight_plan: sumWeights(feedings.map((feeding) => feeding.weight_plan)),
      feedings,
    };
  });
}
