import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { post } from '#server/domain/ledger.ts';
import { momentOf } from '#server/domain/moment.ts';
import { reverse } from '#server/domain/reverse-moves.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

/** What goes out at the moving average comes in at the same price: the two sum to nothing, in kilograms and in money. */
export async function postTransfer(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const author = authorOf(context);
  for (const { id, after, columns, found } of changes) {
    const common = { at: String(columns.at), transfer: id, note: after.note };
    const [out] = await post(tx, author, [
      { ...common, ingredient: after.ingredient, kg: -after.kg, kind: 'transfer_out', day: found.leaves, farm: columns.farm_id as number },
    ]);
    if (!out) throw new Error('nothing was moved');
    await post(tx, author, [
      {
        ...common,
        ingredient: columns.into_id as number,
        kg: after.kg,
        price: out.price,
        kind: 'transfer_in',
        day: found.comes,
        farm: found.takerFarm,
      },
    ]);
  }
}

/** Before a transfer goes: both its moves are taken back, unless the month is closed at either end. */
export async function takeTransferBack(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  const posted = { column: 'transfer_id' as const, id: before.id as number };
  await momentOf(tx, context, before.farm, before.at, 'at', posted);
  const { rows } = await sql<{ farm: number }>`
    select farm_id as farm from ingredient where client_id = ${context.client} and id = ${before.into} and farm_id <> ${before.farm}`.execute(
    tx,
  );
  for (const { farm } of rows) await momentOf(tx, context, farm, before.at, 'at', posted);
  await reverse(tx, authorOf(context), { transfer: before.id }, '');
}
