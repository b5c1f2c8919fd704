import { sql } from 'kysely';
import type { ClientContext } from '../../core/context.ts';
import { authorOf } from '../../core/history.ts';
import { post, revalue, reverse } from '../../core/ledger.ts';
import type { AnyRow, Input } from '../../core/table.ts';
import type { Tx } from '../../db/database.ts';
import { setDryMatter } from '../ingredients/dry-matter.ts';
import { demandUsable } from '../ingredients/usable.ts';
import { momentOf } from '../moment.ts';

/** Fields whose change moves feed: the old move is taken back and a new one posted. */
const MOVING = ['farm', 'delivery_type', 'ingredient', 'value', 'price', 'delivered_at'] as const;

/** Both the month that it was in and the one that it goes to must be open. */
export async function prepareDelivery(tx: Tx, context: ClientContext, input: Input, before: AnyRow | null): Promise<Input> {
  const after: AnyRow = { ...before, ...input };
  if (before) await momentOf(tx, context, before.farm, before.delivered_at, 'delivered_at');
  if (input.farm !== undefined || input.ingredient !== undefined) {
    await demandUsable(tx, context, after.farm, [after.ingredient], 'ingredient');
  }
  const { at } = await momentOf(tx, context, after.farm, after.delivered_at, 'delivered_at');
  return { delivered_at: at };
}

export async function settleDelivery(tx: Tx, context: ClientContext, id: number, input: Input, before: AnyRow | null): Promise<void> {
  const moved = !before || MOVING.some((field) => input[field] !== undefined && input[field] !== before[field]);
  if (!moved && input.dry_matter === undefined) return;
  const author = authorOf(context);
  if (before && moved) await reverse(tx, author, { delivery: id }, '');
  const row = await read(tx, context.client, id);
  if (moved) {
    const isDelivery = row.delivery_type === 'delivery';
    await post(tx, author, [
      {
        ingredient: row.ingredient,
        kg: isDelivery ? row.value : -row.value,
        // A sale's price is the buyer's; what leaves the stock is worth the moving average.
        ...(isDelivery ? { price: row.price } : {}),
        kind: isDelivery ? 'delivery' : 'sale',
        at: row.delivered_at,
        day: row.day,
        farm: row.farm,
        delivery: id,
        note: row.note,
      },
    ]);
    if (before) await revalue(tx, context.client, [...new Set([before.ingredient as number, row.ingredient])]);
  }
  if (typeof input.dry_matter === 'number') await setDryMatter(tx, context, row.ingredient, input.dry_matter, row.day);
}

/** Before a delivery goes: its moves are taken back, unless its month is closed. */
export async function takeBack(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  await momentOf(tx, context, before.farm, before.delivered_at, 'delivered_at');
  await reverse(tx, authorOf(context), { delivery: before.id }, '');
}

interface Written {
  farm: number;
  ingredient: number;
  delivery_type: string;
  value: number;
  price: number;
  delivered_at: string;
  day: string;
  note: string;
}

async function read(tx: Tx, client: number, id: number): Promise<Written> {
  const { rows } = await sql<Written>`
    select d.farm_id as farm, d.ingredient_id as ingredient, d.delivery_type, d.value, d.price, d.delivered_at, d.note,
           (d.delivered_at at time zone f.timezone)::date as day
    from delivery d join farm f on f.client_id = d.client_id and f.id = d.farm_id
    where d.client_id = ${client} and d.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`no delivery ${id}`);
  return row;
}
