import type { z } from 'zod';
import type { HeadMove, HeadMoved } from '#contract/operations/groups.ts';
import { todayOn } from '#server/domain/timezone.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { rowsById } from '#server/platform/resource/import/rows.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { addToCourse, demandOpen, MAX_HEADS, readCourse } from './head-course.ts';
import { groupTable } from './table.ts';
import { writeHeads } from './write-heads.ts';

type Move = z.output<typeof HeadMove>;

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
    const most = Math.min(...left.map(({ heads }) => heads), ...joined.map(({ heads }) => MAX_HEADS - heads));
    if (move.heads > most) throw invalid('heads', 'too_large', { limit: most });
    await writeHeads(tx, context, [...addToCourse(left, -move.heads), ...addToCourse(joined, move.heads)]);
    const after = await rowsById(tx, table, context, [from.id, to.id]);
    return { day, from: after.get(from.id), to: after.get(to.id) } as z.infer<typeof HeadMoved>;
  });
}
