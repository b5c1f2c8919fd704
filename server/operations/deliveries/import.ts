import type { deliveries } from '#contract/operations/deliveries.ts';
import type { Tx } from '#server/db/database.ts';
import { setDryMatter } from '#server/domain/dry-matter.ts';
import { reverse } from '#server/domain/ledger.ts';
import { postMany } from '#server/domain/ledger-many.ts';
import { daysOf, tooLate } from '#server/domain/moment.ts';
import { usable } from '#server/domain/usable-ingredients.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import type { Change, Importable } from '#server/platform/resource/import/importable.ts';
import { isMoving, moveOf, read } from './moves.ts';
import { repeatedDeliveries } from './repeats.ts';
import { deliveryTable } from './table.ts';
import { unusualDeliveries } from './usual.ts';

export const deliveryImport: Importable<typeof deliveries> = {
  table: deliveryTable,
  byName: false,
  moments: ['delivered_at'],
  async prepare(tx, context, changes) {
    const answers = await usable(
      tx,
      context.client,
      changes.map(({ farm, input, before }) => ({ farm, ingredient: Number(input.ingredient ?? before?.ingredient) })),
    );
    changes.forEach(({ input, farm, before, refuse }, index) => {
      // One that has gone since may stay where it stands.
      const named = input.ingredient !== undefined || farm !== before?.farm;
      if (named && !answers[index]) refuse('ingredient', 'invalid_value');
    });
    return momentsOf(tx, context, changes);
  },
  repeats: repeatedDeliveries,
  unusual: unusualDeliveries,
  settle: postMovesOfDeliveries,
};

/** Both the month that a delivery was in and the one that it goes to must be open. */
async function momentsOf(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<{ delivered_at: string }[]> {
  const now = context.services.now().toISOString();
  const moments = changes.map(({ input, before, farm }) => ({ farm, at: String(input.delivered_at ?? before?.delivered_at ?? now) }));
  const changed = changes.flatMap((change) => (change.before ? [{ ...change, before: change.before }] : []));
  const was = changed.map(({ before }) => ({ farm: before.farm as number, at: String(before.delivered_at) }));
  const days = await daysOf(tx, context.client, [...moments, ...was]);
  const all = [...changes, ...changed];
  days.forEach(({ day, open }, index) => {
    if (!open) all[index]?.refuse('delivered_at', 'month_closed', { values: [day.slice(0, 7)] });
  });
  return moments.map(({ at }, index) => {
    const latest = tooLate(context, at);
    if (latest) changes[index]?.refuse('delivered_at', 'too_large', { limit: latest.toISOString() });
    return { delivered_at: at };
  });
}

/** Moves the feed of all: what was moved before is taken back at once, the new moves follow in the order in which they happened. */
async function postMovesOfDeliveries(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const author = authorOf(context);
  const moving = changes.filter(({ input, before }) => isMoving(input, before));
  const again = moving.flatMap(({ id, before }) => (before ? [id] : []));
  if (again.length > 0) await reverse(tx, author, { delivery: again }, '');
  const rows = await read(
    tx,
    context.client,
    changes.map(({ id }) => id),
  );
  const moved = new Set(moving.map(({ id }) => id));
  const posted = rows.filter(({ id }) => moved.has(id));
  await postMany(
    tx,
    author,
    posted.map((row) => ({ ...moveOf(row), at: String(row.delivered_at), day: String(row.day) })),
  );

  // The last analysis of each ingredient is the one that holds.
  const analysed = new Map(changes.map(({ id, input }) => [id, input.dry_matter]));
  const last = new Map(rows.filter(({ id }) => typeof analysed.get(id) === 'number').map((row) => [row.ingredient, row]));
  for (const { id, ingredient, day } of last.values()) await setDryMatter(tx, context, ingredient, Number(analysed.get(id)), day);
}
