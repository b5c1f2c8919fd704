import { type RawBuilder, sql } from 'kysely';
import { LEFTOVER_DAYS } from '#contract/operations/leftovers.ts';
import type { Tx } from '#server/db/database.ts';
import { hasFed } from './has-fed.ts';

/** SQL: true if a leftover `l` may go into feeding `s` of group `g`. */
const TAKES = sql`g.client_id = l.client_id and g.farm_id = l.farm_id and g.group_id = l.to_group_id and not s.deleted and not s.ignore_in_reports
    and g.planned_on between coalesce(l.refed_on, l.date) and coalesce(l.refed_on, l.date) + ${sql.raw(String(LEFTOVER_DAYS))}`;
const FEEDING = sql.raw(
  'schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id and s.planned_on = g.planned_on',
);

/** SQL: the first possible feeding `s` of the group, on the day of re-feeding or in the week after. */
const firstOf = (s: RawBuilder<unknown>) => sql`(
  select s.id from ${FEEDING} where ${TAKES} and ${s} order by s.planned_on, s.position, s.id limit 1)`;

/**
 * Finds the feeding for leftovers: the present one if it is still right; otherwise the next waiting one, or on past days the first that
 * gave the group feed. Returns the feedings that gain or lose leftovers, for replanning.
 */
export async function placeRefed(tx: Tx, client: number, leftovers: readonly number[], today: string): Promise<number[]> {
  const may = sql`case when s.planned_on >= ${today}::date then s.status = 'waited' else ${sql.raw(hasFed('g'))} end`;
  const { rows } = await sql<{ was: number | null; is: number | null }>`
    with p as materialized (
      select l.id, l.to_schedule_id as was, case when l.destination = 'group' then coalesce(${firstOf(sql`s.id = l.to_schedule_id`)}, ${firstOf(may)}) end as is
      from leftover l where l.client_id = ${client} and l.id = any(${leftovers}) for update of l
    )
    update leftover t set to_schedule_id = p.is from p
    where t.client_id = ${client} and t.id = p.id returning p.was, p.is`.execute(tx);
  return rows.flatMap(({ was, is }) => [was, is].filter((id) => id !== null));
}

/** Assigns leftovers without a feeding to these waiting feedings; leftovers that these no longer take wait for another. */
export async function takeInRefed(tx: Tx, client: number, schedules: readonly number[]): Promise<void> {
  // Most farms re-feed nothing.
  const { rows } = await sql`select from leftover where client_id = ${client} and destination = 'group' limit 1`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    update leftover l set to_schedule_id = null
    where l.client_id = ${client} and l.to_schedule_id = any(${schedules})
      and not exists (select from ${FEEDING} where ${TAKES} and s.id = l.to_schedule_id)`.execute(tx);
  await sql`
    update leftover t set to_schedule_id = p.id
    from (
      select l.id as leftover, ${firstOf(sql`s.status = 'waited' and s.id = any(${schedules})`)} as id
      from leftover l
      where l.client_id = ${client} and l.destination = 'group' and l.to_schedule_id is null
        and coalesce(l.refed_on, l.date) >= (select min(s.planned_on) from schedule s where s.client_id = ${client} and s.id = any(${schedules})) - ${sql.raw(String(LEFTOVER_DAYS))}
    ) p
    where t.client_id = ${client} and t.id = p.leftover and p.id is not null`.execute(tx);
}

/** Before feedings are deleted: their leftovers move to the next feeding. Returns the waiting feedings that take them, for replanning. */
export async function releaseRefed(tx: Tx, client: number, schedules: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    with freed as (
      update leftover l set to_schedule_id = null where l.client_id = ${client} and l.to_schedule_id = any(${schedules}) returning l.*
    )
    select ${firstOf(sql`s.status = 'waited' and s.id <> all(${schedules})`)} as id from freed l`.execute(tx);
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * Moves leftovers of unrecorded feedings before `today` to their group's next waiting feeding, or to the next planned one. The past feeding
 * keeps its plan, because it may still be recorded. Returns the receiving feedings, for replanning.
 */
export async function passRefedOn(tx: Tx, client: number, farm: number, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    update leftover t set to_schedule_id = p.id
    from (
      select l.id as leftover, ${firstOf(sql`s.status = 'waited' and s.planned_on >= ${today}::date`)} as id
      from leftover l
      where l.client_id = ${client} and l.farm_id = ${farm} and l.destination = 'group' and exists (
        select from schedule w where w.client_id = l.client_id and w.id = l.to_schedule_id and w.status = 'waited' and w.planned_on < ${today}::date)
      for update of l
    ) p
    where t.client_id = ${client} and t.id = p.leftover returning p.id`.execute(tx);
  return rows.flatMap(({ id }) => id ?? []);
}

/** A feeding that is recorded after its day takes its planned leftovers back from their new place. Returns the feedings that lose them. */
export async function takeRefedBack(tx: Tx, client: number, schedule: number): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    update leftover t set to_schedule_id = ${schedule}
    from (
      select l.id as leftover, l.to_schedule_id as was, sum(coalesce(l.refed, l.weight)) over (order by l.id) as kg, o.refed - (
        select coalesce(sum(coalesce(i.refed, i.weight)), 0) from leftover i where i.client_id = o.client_id and i.to_schedule_id = o.id) as missing
      from schedule o
      join leftover l on l.client_id = o.client_id and l.farm_id = o.farm_id and l.destination = 'group' and l.to_schedule_id is distinct from o.id
      left join schedule w on w.client_id = l.client_id and w.id = l.to_schedule_id
      where o.client_id = ${client} and o.id = ${schedule} and o.refed > 0 and (w.id is null or w.status = 'waited' and w.planned_on > o.planned_on)
        and exists (select from ${FEEDING} where ${TAKES} and s.id = o.id)
    ) p
    where t.client_id = ${client} and t.id = p.leftover and p.kg <= p.missing returning p.was as id`.execute(tx);
  return rows.flatMap(({ id }) => id ?? []);
}
