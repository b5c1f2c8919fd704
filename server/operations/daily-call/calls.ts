import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { calls } from '#contract/operations/daily-call.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { sumWeights } from '#server/domain/feeding-plan.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { dayOf, follows, partsOfCalls } from '#server/operations/feedings/called.ts';
import { notifyPlan } from '#server/operations/feedings/refresh.ts';
import { replan } from '#server/operations/feedings/replan.ts';
import { demandFits } from '#server/operations/feedings/write-plan.ts';
import { GROUP_FIELDS, OF_GROUP_AND_DAY } from '#server/operations/groups/of-group-and-day.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow, Change, Input, TableOf } from '#server/platform/resource/table.ts';
import { farmOfGroup } from './scores.ts';

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
  prepare: oneByOne(prepareCall),
  afterWrite: oneByOne(async (tx, context, { before, after }) => {
    await followCall(tx, context, after, (before?.percent as number | undefined) ?? 0);
  }),
  async beforeRemove(tx, context, before) {
    await demandToCome(tx, context, before.farm, before.day);
    // It goes here, so that what followed it is planned without it.
    await sql`delete from feed_call where client_id = ${context.client} and id = ${before.id}`.execute(tx);
    await planAnew(tx, context.client, before.group, before.day);
  },
};

export const callImport: Importable<typeof calls> = { table: callTable, byName: false, unusual: 'bounded' };

/** The past is fed, and a closed month counted. */
async function demandToCome(tx: Tx, context: ClientContext, farm: number, day: string): Promise<void> {
  const today = dayAt(context.services.now(), await timezoneOf(tx, context.client, farm));
  if (day < today) throw invalid('day', 'min_val', { limit: today });
  await demandOpenMonth(tx, context.client, farm, day);
}

async function prepareCall(tx: Tx, context: ClientContext, { before, after }: Change): Promise<Input> {
  const { client } = context;
  if (before && after.group !== before.group) throw invalid('group', 'invalid_value');
  if (before && after.day !== before.day) throw invalid('day', 'invalid_value');
  const farm = await farmOfGroup(tx, client, after.group);
  await demandToCome(tx, context, farm, after.day);
  const { rows } = await sql<{ day: string; percent: number }>`
    select day, percent from feed_call
    where client_id = ${client} and group_id = ${after.group} and day between ${addDays(after.day, -2)} and ${addDays(after.day, -1)}`.execute(
    tx,
  );
  const level = (back: number) => rows.find(({ day }) => day === addDays(after.day, -back))?.percent ?? 0;
  if (after.percent > level(1) && level(1) > level(2) && !after.rise_again) throw invalid('rise_again', 'required');
  return { farm_id: farm };
}

/** Plans anew what follows the call. Refused where nothing does, where what doesn't is more than the call leaves, or less than the mixers hold is needed. */
async function followCall(tx: Tx, context: ClientContext, { group, day, percent }: AnyRow, percentBefore: number): Promise<void> {
  const { client } = context;
  const parts = await partsOfCalls(tx, client, [{ group_id: group, day, percent }]);
  if (!parts.some(follows)) throw conflict('illegal_status', {}, 'day');
  const { base, kept, target } = dayOf(parts);
  if (kept > target) throw invalid('percent', 'min_val', { limit: Math.ceil((kept * 10_000) / base - 10_000) / 100 });
  const changed = await planAnew(tx, client, group, day);
  if (percent > percentBefore) await demandFits(tx, client, changed, 'percent');
}

async function planAnew(tx: Tx, client: number, group: number, day: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.schedule_id as id from schedule_group g
    where g.client_id = ${client} and g.planned_on = ${day} and g.group_id = ${group} order by 1`.execute(tx);
  const changed = await replan(
    tx,
    client,
    rows.map((row) => row.id),
  );
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
