import { checksOfOrdered } from '#server/operations/orders/checks.ts';
import { movingRows } from '#server/operations/stocks/moving-rows.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Checks } from '#server/platform/resource/check.ts';
import type { Change } from '#server/platform/resource/table.ts';

/** The stock moves of a delivery or a sale. */
export const movingDeliveries = movingRows({
  at: 'delivered_at',
  moves: ['farm', 'delivery_type', 'ingredient', 'value', 'price', 'delivered_at'],
  of: (delivery) => ({ delivery }),
  leavesAtAverage: ({ delivery_type }) => delivery_type === 'sale',
  moveOf({ id, after, columns, found }) {
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
  },
});

/** The fields that a line takes from the head of its document. */
const OF_PAPER = ['farm', 'delivery_type', 'company', 'delivered_at'] as const;

/** Refuses a line whose farm, party or moment differs from its document. A price changed at a line is a price per kilogram. */
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

/** A line keeps to its paper, an order is of the same company and feed. */
export function checksOfDeliveries(context: ClientContext, changes: readonly Change[]): Checks {
  for (const change of changes) keepToPaper(change);
  return { ...movingDeliveries.checks(context, changes), ...checksOfOrdered(context, changes) };
}
