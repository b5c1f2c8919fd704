import { sql } from 'kysely';
import type { z } from 'zod';
import { HeadMove, type HeadMoved } from '#contract/operations/groups.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { todayOn } from '#server/domain/timezone.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { rowsById } from '#server/platform/resource/import/rows.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { groupTable } from './table.ts';
import { type HeadsOfDay, writeHeads } from './write-heads.ts';

type Move = z.output<typeof HeadMove>;

/** A group's heads from a day on: those of the day itself, then each later count. */
type Course = readonly HeadsOfDay[];

const MOST = HeadMove.shape.heads.maxValue ?? 0;

/** Takes animals out of one group and puts them into another from a day on, in one transaction: later counts of both move along. */
export async function moveHeads(context: ClientContext, move: Move): Promise<z.infer<typeof HeadMoved>> {
  const table = anyTable(groupTable);
  return context.write(async (tx) => {
    const groups = await rowsById(tx, table, context, [move.from, move.to], true);
    const from = groups.get(move.from);
    const to = groups.get(move.to);
    if (!from) throw invalid('from', 'invalid_value');
    if (!to || to.id === from.id || to.farm !== from.farm) throw invalid('to', 'invalid_value');
    const today = (await todayOn(tx, context.client, context.services.now(), [from.farm])).get(from.farm) ?? '';
    const day = move.day ?? today;
    if (day > today) throw invalid('day', 'too_large', { limit: today });
    const left = await readCourse(tx, context, from.id, day);
    const joined = await readCourse(tx, context, to.id, day);
    await demandOpen(tx, context, from.farm, [...left, ...joined], move.day === undefined ? 'detail' : 'day');
    const most = Math.min(...left.map(({ heads }) => heads), ...joined.map(({ heads }) => MOST - heads));
    if (move.heads > most) throw invalid('heads', 'too_large', { limit: most });
    await writeHeads(tx, context, [...moved(left, -move.heads), ...moved(joined, move.heads)]);
    const after = await rowsById(tx, table, context, [from.id, to.id]);
    return { day, from: after.get(from.id), to: after.get(to.id) } as z.infer<typeof HeadMoved>;
  });
}

const moved = (course: Course, by: number) => course.map((count) => ({ ...count, heads: count.heads + by }));

/** 409 at the day's field where a count would change in a closed month. */
async function demandOpen(tx: Tx, context: ClientContext, farm: number, counts: Course, field: string): Promise<void> {
  const months = new Set(counts.map(({ day }) => `${day.slice(0, 7)}-01`));
  try {
    for (const month of [...months].toSorted()) await demandOpenMonth(tx, context.client, farm, month);
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.status, { [field]: Object.values(error.errors).flat() });
    throw error;
  }
}

async function readCourse(tx: Tx, context: ClientContext, group: number, day: string): Promise<Course> {
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
