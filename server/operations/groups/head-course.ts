import { sql } from 'kysely';
import { HeadMove } from '#contract/operations/groups.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { type HeadsOfDay, writeHeads } from './write-heads.ts';

/** A group's heads from a day on: those of the day itself, then each later count. */
type Course = readonly HeadsOfDay[];

export const MAX_HEADS = HeadMove.shape.heads.maxValue ?? 0;

interface Shift {
  group: number;
  farm: number;
  day: string;
  by: number;
}

/** Adds heads to a group from a day on, or takes them away: later counts move along. 400 at `heads` for more than any of these days allows. */
export async function shiftHeads(tx: Tx, context: ClientContext, { group, farm, day, by }: Shift): Promise<void> {
  const course = await readCourse(tx, context, group, day);
  await demandOpen(tx, context, farm, course, 'day');
  const most = Math.min(...course.map(({ heads }) => (by < 0 ? heads : MAX_HEADS - heads)));
  if (Math.abs(by) > most) throw invalid('heads', 'too_large', { limit: most });
  await writeHeads(tx, context, addToCourse(course, by));
}

/** The course with so many heads more, or less. */
export const addToCourse = (course: Course, by: number) => course.map((count) => ({ ...count, heads: count.heads + by }));

/** 409 at the day's field where a count would change in a closed month. */
export async function demandOpen(tx: Tx, context: ClientContext, farm: number, counts: Course, field: string): Promise<void> {
  const months = new Set(counts.map(({ day }) => `${day.slice(0, 7)}-01`));
  try {
    for (const month of [...months].toSorted()) await demandOpenMonth(tx, context.client, farm, month);
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.status, { [field]: Object.values(error.errors).flat() });
    throw error;
  }
}

export async function readCourse(tx: Tx, context: ClientContext, group: number, day: string): Promise<Course> {
  const { rows } = await sql<HeadsOfDay>`
    select ${group}::bigint as group, ${day}::date as day, h.heads as before,
           coalesce(h.heads, (
             select b.heads from head_count b where b.client_id = ${context.client} and b.group_id = ${group} and b.day < ${day}
             order by b.day desc limit 1), 0) as heads
    from (select) one
    left join head_count h on h.client_id = ${context.client} and h.group_id = ${group} and h.day = ${day}
    union all
    select group_id, day, heads, heads from head_count where client_id = ${context.client} and group_id = ${group} and day > ${day}
    order by day`.execute(tx);
  return rows;
}
