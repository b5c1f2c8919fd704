import type { Tx } from '#server/db/database.ts';
import { type Move, postUnread, reverse } from '#server/domain/ledger.ts';
import { momentOf, momentsCheck } from '#server/domain/moment.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import { checksOfOrdered } from '#server/operations/orders/checks.ts';
import { setDryMatter } from '#server/operations/rations/set-dry-matter.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Checks } from '#server/platform/resource/check.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

/** Fields whose change moves feed: the old move is taken back and a new one posted. */
const MOVING = ['farm', 'delivery_type', 'ingredient', 'value', 'price', 'delivered_at'] as const;

/** The feed must be moved: a new delivery, or a change of what its move was made of. */
const isMoving = ({ input, before }: Change): boolean =>
  !before || MOVING.some((field) => input[field] !== undefined && input[field] !== before[field]);

/** What a line has from the head of its paper. */
const OF_PAPER = ['farm', 'delivery_type', 'company', 'delivered_at'] as const;

/** A line stays with its paper's farm, party and moment; a price that is set by itself is one by the kilogram. */
function keepToPaper(change: Change): void {
  const { before, input, columns, refuse } = change;
  if (!before?.document || 'document_id' in columns) return;
  const moved = OF_PAPER.find((field) => input[field] !== undefined && !isSameMoment(input[field], before[field]));
  if (moved) refuse(invalid(moved, 'invalid_value'));
  const weighed = input.value !== undefined && input.value !== before.value;
  if (weighed || (input.price !== undefined && input.price !== before.price))
    Object.assign(columns, { price_per: 'kg', price_given: null });
}

const isSameMoment = (given: unknown, known: unknown) =>
  given === known || (typeof given === 'string' && typeof known === 'string' && Date.parse(given) === Date.parse(known));

/** Both the month that a delivery was in and the one that it goes to must be open; its order is of the same company and feed. */
export function checksOfDeliveries(context: ClientContext, changes: readonly Change[]): Checks {
  for (const change of changes) keepToPaper(change);
  const moment = ({ farm, delivered_at }: AnyRow, { refuse }: Change) => ({ farm, at: delivered_at, field: 'delivered_at', refuse });
  const left = changes.flatMap((change) => (change.before ? [moment(change.before, change)] : []));
  const named = changes.filter(({ input }) => input.farm !== undefined || input.ingredient !== undefined);
  const used = named.map(({ after: { farm, ingredient }, refuse }) => ({ farm, ingredient, field: 'ingredient', refuse }));
  const comes = momentsCheck(
    context,
    changes.map((change) => moment(change.after, change)),
  );
  return {
    ...(left.length > 0 ? { left: momentsCheck(context, left) } : {}),
    ...(used.length > 0 ? { usable: usableCheck(context.client, used) } : {}),
    ...checksOfOrdered(context, changes),
    comes: {
      ask: comes.ask,
      judge(answer) {
        for (const [index, moved] of comes.judge(answer).entries()) {
          const change = changes[index] as Change;
          change.columns.delivered_at = moved.at;
          change.found.day = moved.day;
        }
      },
    },
  };
}

/** Moves the feed of deliveries: what was moved before is taken back at once, the new moves follow in the order in which they happened. */
export async function postMovesOfDeliveries(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const author = authorOf(context);
  const instant = ({ columns }: Change) => Date.parse(String(columns.delivered_at));
  const inOrder = changes.toSorted((a, b) => instant(a) - instant(b) || a.id - b.id);
  const moving = inOrder.filter(isMoving);
  const again = moving.filter(({ before }) => before).map(({ id }) => id);
  if (again.length > 0) await reverse(tx, author, { delivery: again }, '');
  await postUnread(tx, author, moving.map(moveOf));
  // The last analysis of each ingredient is the one that holds.
  const analysed = inOrder.filter(({ input }) => typeof input.dry_matter === 'number');
  const last = new Map(analysed.map((change) => [change.after.ingredient as number, change]));
  for (const [ingredient, { after, found }] of last) await setDryMatter(tx, context, ingredient, after.dry_matter, found.day);
}

/** Before a delivery goes: its moves are taken back, unless its month is closed. */
export async function takeBack(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  await momentOf(tx, context, before.farm, before.delivered_at, 'delivered_at');
  await reverse(tx, authorOf(context), { delivery: before.id }, '');
}

/** What a delivery or a sale does to the stock. */
function moveOf({ id, after, columns, found }: Change): Move {
  const isDelivery = after.delivery_type === 'delivery';
  return {
    ingredient: after.ingredient,
    kg: isDelivery ? after.value : -after.value,
    // A sale's price is the buyer's; what leaves the stock is worth the moving average.
    ...(isDelivery ? { price: after.price } : {}),
    kind: isDelivery ? 'delivery' : 'sale',
    at: String(columns.delivered_at),
    day: found.day,
    farm: after.farm,
    delivery: id,
    note: after.note,
  };
}
