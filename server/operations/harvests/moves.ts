import type { Tx } from '#server/db/database.ts';
import { type Move, postUnread, reverse } from '#server/domain/ledger.ts';
import { momentOf, momentsCheck } from '#server/domain/moment.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import { pricePerKg } from '#server/operations/deliveries/price-per-kg.ts';
import { setDryMatter } from '#server/operations/rations/set-dry-matter.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { Checks } from '#server/platform/resource/check.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

/** Fields whose change moves feed: the old move is taken back and a new one posted. */
const MOVING = ['farm', 'ingredient', 'at', 'kg', 'cost'] as const;

const isMoving = ({ input, before }: Change): boolean =>
  !before || MOVING.some((field) => input[field] !== undefined && input[field] !== before[field]);

/** Both the month that a harvest was in and the one that it goes to must be open; the farm must be one that uses the feed. */
export function checksOfHarvests(context: ClientContext, changes: readonly Change[]): Checks {
  const moment = ({ farm, at }: AnyRow, { refuse }: Change) => ({ farm, at, field: 'at', refuse });
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
    comes: {
      ask: comes.ask,
      judge(answer) {
        for (const [index, { at, day }] of comes.judge(answer).entries()) {
          const change = changes[index] as Change;
          change.columns.at = at;
          change.found.day = day;
        }
      },
    },
  };
}

/** Puts what was grown into stock: what was posted of it before is taken back at once, the new moves follow in the order in which they happened. */
export async function postHarvests(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const author = authorOf(context);
  const instant = ({ columns }: Change) => Date.parse(String(columns.at));
  const inOrder = changes.toSorted((a, b) => instant(a) - instant(b) || a.id - b.id);
  const moving = inOrder.filter(isMoving);
  const again = moving.filter(({ before }) => before).map(({ id }) => id);
  if (again.length > 0) await reverse(tx, author, { harvest: again }, '');
  await postUnread(tx, author, moving.map(moveOf));
  // The last analysis of each feed is the one that holds.
  const analysed = inOrder.filter(({ input }) => typeof input.dry_matter === 'number');
  const last = new Map(analysed.map((change) => [change.after.ingredient as number, change]));
  for (const [ingredient, { after, found }] of last) await setDryMatter(tx, context, ingredient, after.dry_matter, found.day);
}

/** Before a harvest goes: its move is taken back, unless its month is closed. */
export async function takeHarvestBack(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  await momentOf(tx, context, before.farm, before.at, 'at');
  await reverse(tx, authorOf(context), { harvest: before.id }, '');
}

function moveOf({ id, after, columns, found }: Change): Move {
  const { ingredient, kg, cost, farm, note } = after;
  return {
    ingredient,
    kg,
    ...(typeof cost === 'number' ? { price: pricePerKg({ price_per: 'sum', price_given: cost, value: kg }) } : {}),
    kind: 'harvest',
    at: String(columns.at),
    day: found.day,
    farm,
    harvest: id,
    note,
  };
}
