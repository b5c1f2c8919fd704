import { sql } from 'kysely';
import type { z } from 'zod';
import type { BatchAbilities, BatchRow } from '#contract/operations/batches.ts';
import type { Db } from '#server/db/database.ts';
import type { BatchItem } from '#server/domain/replan-batches.ts';
import { roundToShown } from '#server/domain/shown-price.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/**
 * Adds the names of the parts and the abilities to batches that were read. Their `abilities` initially contain the closed state of the
 * month.
 */
export async function completeBatches(db: Db, rows: AnyRow[], context: ClientContext): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const ids = [...new Set(rows.flatMap((row) => (row.items as BatchItem[]).map((item) => item.ingredient)))];
  const { rows: named } = await sql<{ id: number; name: string }>`
    select id, name from ingredient where client_id = ${context.client} and id = any(${ids})`.execute(db);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...row,
    items: (row.items as BatchItem[]).map(({ price, ...item }) => ({
      ...item,
      price: price === null ? null : roundToShown(price),
      ingredient_name: names.get(item.ingredient) ?? '',
    })),
    abilities: buildAbilities(context, row.status, row.abilities),
  }));
}

function buildAbilities(context: ClientContext, status: BatchRow['status'], monthClosed: boolean): z.infer<typeof BatchAbilities> {
  const can = (right: boolean, ...when: BatchRow['status'][]) => right && !monthClosed && (when.length === 0 || when.includes(status));
  const change = may(context, 'schedule', 'change', 'animalfeed');
  return {
    change: can(change),
    delete: can(may(context, 'schedule', 'delete', 'animalfeed'), 'waited'),
    load: can(may(context, 'load', 'add', 'animalfeed'), 'waited', 'in_process'),
    reset: can(change, 'in_process', 'loaded', 'out_process', 'uploaded'),
  };
}
