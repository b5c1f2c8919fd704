import { type RawBuilder, sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { leftovers } from '#contract/operations/leftovers.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { carryOf, transferCosts } from '#server/domain/carried-feed.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { hasGiven } from '#server/domain/has-fed.ts';
import { placeRefed } from '#server/domain/refed.ts';
import { shownMoney } from '#server/domain/shown-price.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { notifyPlan } from '#server/operations/feedings/refresh.ts';
import { replan } from '#server/operations/feedings/replan.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { demandOnFarm } from '#server/platform/resource/references.ts';
import type { AnyRow, TableOf } from '#server/platform/resource/table.ts';
import { demandOpenEnds, demandOpenFeeding, takerOf, whereTo } from './destination.ts';

export const leftoverTable: TableOf<typeof leftovers, 'leftover'> = {
  contract: leftovers,
  table: 'leftover',
  joins: `join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id
    left join animal_group taker on taker.client_id = t.client_id and taker.id = t.to_group_id
    left join schedule feeding on feeding.client_id = t.client_id and feeding.id = t.to_schedule_id`,
  fields: {
    farm: 't.farm_id',
    group: 't.group_id',
    group_name: 'animal_group.name',
    delivered: null,
    percent: null,
    to: `case when t.to_group_id is null then to_jsonb(t.destination) else jsonb_build_object('group', t.to_group_id) end`,
    to_group_name: 'taker.name',
    price: 't.sold_price',
    feeding: 't.to_schedule_id',
    feeding_day: 'feeding.planned_on',
    carried: `(select jsonb_build_object('weight', sum(c.kg), 'dry_matter', sum(c.dry_matter), 'cost', ${shownMoney('sum(c.cost)')}) from carried_feed c
      where c.client_id = t.client_id and c.leftover_id = t.id having count(*) > 0)`,
  },
  columns: { to: null, price: 'sold_price' },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['animal_group.name'],
  filters: {
    date_after: (day: string) => sql`t.date >= ${day}`,
    date_before: (day: string) => sql`t.date <= ${day}`,
  },
  order: 't.date desc, animal_group.name',
  remove: 'hard',
  title: (row) => row.group_name,
  // The feeding day and transfers follow from the feedings.
  historic: ({ carried: _, fed_on: __, ...row }) => row,
  prepare: oneByOne(async (tx, context, change) => {
    const { input, before, after } = change;
    if (before) await demandOpenDays(tx, context.client, before);
    if (input.farm !== undefined || input.group !== undefined) {
      await demandOnFarm(tx, context, 'animal_group', after.farm, [after.group], 'group');
    }
    const today = dayAt(context.services.now(), await timezoneOf(tx, context.client, after.farm));
    if (after.date > today) throw invalid('date', 'too_large', { limit: today });
    await demandOpenMonth(tx, context.client, after.farm, after.date);
    await demandGiven(tx, context.client, after);
    return whereTo(tx, context, change);
  }),
  afterWrite: oneByOne(async (tx, context, { id, before, after }) => {
    if (takerOf(before?.to) === null && takerOf(after.to) === null) return;
    const today = dayAt(context.services.now(), await timezoneOf(tx, context.client, after.farm));
    const feedings = await placeRefed(tx, context.client, [id], today);
    await demandOpenFeeding(tx, context.client, id);
    await followRefed(tx, context.client, [...feedings, before?.feeding ?? []].flat());
    await carryOf(tx, context.client, [id]);
  }),
  async beforeRemove(tx, context, before) {
    await demandOpenDays(tx, context.client, before);
    if (takerOf(before.to) === null) return;
    await demandOpenEnds(tx, context.client, before);
    // Deletes the row here, so that its feeding is planned without it, and further transfers follow.
    await sql`delete from leftover where client_id = ${context.client} and id = ${before.id}`.execute(tx);
    const feedings = before.feeding === null ? [] : [before.feeding];
    await transferCosts(tx, context.client, feedings);
    await followRefed(tx, context.client, feedings);
  },
  attachNested: withDelivered,
};

/** 409 if the month of a leftover's date, or of its feeding day, is closed. */
async function demandOpenDays(tx: Tx, client: number, { farm, date, fed_on }: AnyRow): Promise<void> {
  await demandOpenMonth(tx, client, farm, date);
  if (fed_on !== null) await demandOpenMonth(tx, client, farm, fed_on);
}

/** The feed given to the group of a leftover `t` on one day, including feedings that reports ignore. */
const givenOn = (day: RawBuilder<unknown>) => sql`
  select sum(g.weight_fact) as kg from schedule_group g
  where g.client_id = t.client_id and g.farm_id = t.farm_id and g.group_id = t.group_id and ${sql.raw(hasGiven('g'))}
    and g.planned_on = ${day}`;

/** 400 at `weight` for more than the group was given on the last day before, in a closed month, too; without such a day there is no limit. */
async function demandGiven(db: Db, client: number, { farm, group, date, weight }: AnyRow): Promise<void> {
  const { rows } = await sql<{ kg: number | null }>`
    select fed.kg from (select ${client}::bigint as client_id, ${farm}::bigint as farm_id, ${group}::bigint as group_id, ${date}::date as date) t
    cross join lateral (${givenOn(sql`last_given_day(t.client_id, t.farm_id, t.group_id, t.date)`)}) fed`.execute(db);
  const limit = rows[0]?.kg ?? null;
  if (limit !== null && weight > limit) throw invalid('weight', 'too_large', { limit });
}

/** Adds what each group was given on the day that its leftover belongs to, and how much of it the leftover is; nothing where it has no day. */
async function withDelivered(db: Db, rows: AnyRow[], context: ClientContext): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const { rows: given } = await sql<{ id: number; delivered: number | null; percent: number | null }>`
    select t.id, fed.kg as delivered, t.weight * 100 / nullif(fed.kg, 0) as percent
    from leftover t
    cross join lateral (${givenOn(sql`t.fed_on`)}) fed
    where t.client_id = ${context.client} and t.id = any(${rows.map((row) => row.id)})`.execute(db);
  const byId = new Map(given.map(({ id, ...figures }) => [id, figures]));
  return rows.map((row) => ({ ...row, delivered: null, percent: null, ...byId.get(row.id) }));
}

/** The feedings that gain or lose refusals are planned by values. */
async function followRefed(tx: Tx, client: number, schedules: readonly number[]): Promise<void> {
  const changed = await replan(tx, client, schedules);
  if (changed.length > 0) await notifyPlan(tx, client, changed);
}
