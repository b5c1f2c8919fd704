import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { rowsById } from '#server/platform/resource/import/rows.ts';
import { recordAll } from '#server/platform/resource/import/write.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { keepHeads } from './heads.ts';
import { groupTable } from './table.ts';

/** A group's head count of a day. */
export interface HeadsOfDay {
  group: number;
  day: string;
  heads: number;
  /** The day's count so far. */
  before: number | null;
}

/**
 * Writes head counts of any days: the group has the newest one, its history has each corrected day, and waiting feedings are planned again.
 */
export async function writeHeads(tx: Tx, context: ClientContext, counts: readonly HeadsOfDay[]): Promise<void> {
  const table = anyTable(groupTable);
  const ids = [...new Set(counts.map(({ group }) => group))];
  const before = await rowsById(tx, table, context, ids, true);
  await keepHeads(tx, context, counts);
  await sql`
    update animal_group g set version = version + 1,
      animal_count = (select h.heads from head_count h where h.client_id = g.client_id and h.group_id = g.id order by h.day desc limit 1)
    where g.client_id = ${context.client} and g.id = any(${ids})`.execute(tx);
  const after = await rowsById(tx, table, context, ids);
  const changes = ids.flatMap((id) => {
    const row = after.get(id);
    const was = before.get(id);
    return row && was ? [{ id, row, was }] : [];
  });
  await recordAll(
    tx,
    context,
    table,
    changes.map(({ id, row, was }) => {
      const own = counts.filter(({ group }) => group === id).map(({ day, heads, before: counted }) => ({ day, heads, before: counted }));
      return {
        before: { ...was, heads: own.flatMap((one) => (one.before === null ? [] : [{ day: one.day, heads: one.before }])) },
        after: { ...row, heads: own.map(({ day, heads }) => ({ day, heads })) },
      };
    }),
  );
  const fed = changes.map(({ id }) => id);
  if (fed.length > 0) await refreshWaited(tx, context.client, { group: fed }, context.services.now());
}
