import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { setDryMatter } from '#server/domain/dry-matter.ts';
import { type Move, postUnread, reverse } from '#server/domain/ledger.ts';
import { type Moment, momentCheck, momentOf } from '#server/domain/moment.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { Check, Checks } from '#server/platform/resource/check.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import type { AnyRow, Input } from '#server/platform/resource/table.ts';

/** Fields whose change moves feed: the old move is taken back and a new one posted. */
const MOVING = ['farm', 'delivery_type', 'ingredient', 'value', 'price', 'delivered_at'] as const;

/** The feed must be moved: a new delivery, or a change of what its move was made of. */
export const isMoving = (input: Input, before: AnyRow | null): boolean =>
  !before || MOVING.some((field) => input[field] !== undefined && input[field] !== before[field]);

/** Both the month that it was in and the one that it goes to must be open. */
export function checksOfDelivery(context: ClientContext, input: Input, before: AnyRow | null): Checks {
  const after: AnyRow = { ...before, ...input };
  const moment = ({ farm, delivered_at }: AnyRow) => momentCheck(context, farm, delivered_at, 'delivered_at');
  const named = input.farm !== undefined || input.ingredient !== undefined;
  return {
    ...(before ? { left: columnsOf(moment(before), () => ({})) } : {}),
    ...(named ? { usable: usableCheck(context, after.farm, [after.ingredient], 'ingredient') } : {}),
    comes: columnsOf(moment(after), ({ at }) => ({ delivered_at: at })),
  };
}

/** The check, and the columns that follow from what it finds. */
const columnsOf = ({ ask, judge }: Check<Moment>, columns: (found: Moment) => Input): Check<Input> => ({
  ask,
  judge: (answer) => columns(judge(answer)),
});

export async function postMovesOfDelivery(tx: Tx, context: ClientContext, id: number, input: Input, before: AnyRow | null): Promise<void> {
  const moved = isMoving(input, before);
  if (!moved && input.dry_matter === undefined) return;
  const author = authorOf(context);
  if (before && moved) await reverse(tx, author, { delivery: id }, '');
  const row = written(context.client, id, { ...before, ...input });
  if (moved) await postUnread(tx, author, moveOf(row));
  if (typeof input.dry_matter === 'number') await setDryMatter(tx, context, row.ingredient, input.dry_matter, row.day);
}

/** Before a delivery goes: its moves are taken back, unless its month is closed. */
export async function takeBack(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  await momentOf(tx, context, before.farm, before.delivered_at, 'delivered_at');
  await reverse(tx, authorOf(context), { delivery: before.id }, '');
}

interface Written {
  id: number;
  farm: number;
  ingredient: number;
  delivery_type: string;
  value: number;
  price: number;
  delivered_at: string | RawBuilder<string>;
  day: string | RawBuilder<string>;
  note: string;
}

/** A delivery of which only the moment isn't known here: that is SQL of the row as it was written. */
function written(client: number, id: number, row: AnyRow): Written {
  const { farm, ingredient, delivery_type, value, price, note } = row;
  const of = (moment: RawBuilder<unknown>) => sql<string>`(
    select ${moment} from delivery d join farm f on f.client_id = d.client_id and f.id = d.farm_id where d.client_id = ${client} and d.id = ${id})`;
  const day = of(sql`(d.delivered_at at time zone f.timezone)::date`);
  return { id, farm, ingredient, delivery_type, value, price, note, delivered_at: of(sql`d.delivered_at`), day };
}

/** Deliveries with the farm's day of each, in the order in which they came. */
export async function read(tx: Tx, client: number, ids: readonly number[]): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select d.id, d.farm_id as farm, d.ingredient_id as ingredient, d.delivery_type, d.value, d.price, d.delivered_at, d.note,
           (d.delivered_at at time zone f.timezone)::date as day
    from delivery d join farm f on f.client_id = d.client_id and f.id = d.farm_id
    where d.client_id = ${client} and d.id = any(${ids}) order by d.delivered_at, d.id`.execute(tx);
  return rows;
}

/** What a delivery or a sale does to the stock. */
export function moveOf(row: Written): Move {
  const isDelivery = row.delivery_type === 'delivery';
  return {
    ingredient: row.ingredient,
    kg: isDelivery ? row.value : -row.value,
    // A sale's price is the buyer's; what leaves the stock is worth the moving average.
    ...(isDelivery ? { price: row.price } : {}),
    kind: isDelivery ? 'delivery' : 'sale',
    at: row.delivered_at,
    day: row.day,
    farm: row.farm,
    delivery: row.id,
    note: row.note,
  };
}
