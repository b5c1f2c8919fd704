import { sql } from 'kysely';
import { LEFTOVER_DAYS } from '#contract/operations/leftovers.ts';
import type { Tx } from '#server/db/database.ts';
import { carryLeftovers } from './carry-leftovers.ts';

const WEEK = sql.raw(String(LEFTOVER_DAYS));
/** A leftover, and the day of its weighing. */
interface Due {
  id: number;
  day: string;
}

/** Recomputes transferred leftovers out of and into these feedings after a change of their facts. */
export async function transferCosts(tx: Tx, client: number, schedules: readonly number[]): Promise<void> {
  await carryDue(tx, client, await leftoversOf(tx, client, schedules, true));
}

/** Recomputes what these leftovers transfer, and later transfers that depend on it. */
export async function carryOf(tx: Tx, client: number, leftovers: readonly number[]): Promise<void> {
  const { rows } = await sql<Due>`
    select id, date::text as day from leftover where client_id = ${client} and id = any(${leftovers})`.execute(tx);
  const days = new Map(rows.map(({ id, day }) => [id, day]));
  await carryDue(
    tx,
    client,
    leftovers.map((id) => ({ id, day: days.get(id) ?? '' })),
  );
}

/**
 * Works day by day: leftovers of one day don't depend on each other, but may contain transfers of earlier days, which are computed by then.
 * Going forward in time, it ends.
 */
async function carryDue(tx: Tx, client: number, leftovers: readonly Due[]): Promise<void> {
  const due = new Map(leftovers.map(({ id, day }) => [id, day]));
  while (due.size > 0) {
    const [first = ''] = [...due.values()].toSorted();
    const now = [...due].flatMap(([id, day]) => (day === first ? [id] : []));
    for (const id of now) due.delete(id);
    for (const { id, day } of await leftoversOf(tx, client, await carryLeftovers(tx, client, now), false)) due.set(id, day);
  }
}

/** The leftovers of these feedings that are fed again; with `into`, also those that these feedings receive. */
async function leftoversOf(tx: Tx, client: number, schedules: readonly number[], into: boolean): Promise<Due[]> {
  if (schedules.length === 0) return [];
  const { rows } = await sql<Due>`
    select l.id, l.date::text as day from leftover l
    where l.client_id = ${client} and l.destination = 'group' and (
      exists (
        select from schedule s
        join schedule_group g on g.client_id = s.client_id and g.planned_on = s.planned_on and g.schedule_id = s.id and g.group_id = l.group_id
        where s.client_id = ${client} and s.id = any(${schedules}) and s.planned_on between l.date - ${WEEK} and l.date - 1)
      ${into ? sql`or l.to_schedule_id = any(${schedules})` : sql``})
    order by l.id`.execute(tx);
  return rows;
}
