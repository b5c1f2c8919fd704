import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { refreshStatistics } from '#server/db/statistics.ts';
import { type ExactDecimal, post } from '#server/domain/ledger.ts';
import { momentOf } from '#server/domain/moment.ts';
import { reverse } from '#server/domain/reverse-moves.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

/**
 * Feed leaves at the moving average and arrives at the same price: the two moves sum to zero in kilograms and money. Each price depends on
 * the rows before; rows with independent prices are posted together.
 */
export async function postTransfers(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const author = authorOf(context);
  const common = ({ id, after, columns }: Change) => ({ at: String(columns.at), transfer: id, note: after.note });
  for (const wave of splitIntoWaves(changes)) {
    const out = await post(
      tx,
      author,
      wave.map((change) => ({
        ...common(change),
        ...{ ingredient: change.after.ingredient, kg: -change.after.kg, kind: 'transfer_out' as const },
        ...{ day: change.found.leaves, farm: change.columns.farm_id as number },
      })),
    );
    const prices = new Map(out.map(({ transfer, price }) => [transfer, price]));
    await post(
      tx,
      author,
      wave.map((change) => ({
        ...common(change),
        ...{ ingredient: change.columns.into_id as number, kg: change.after.kg, price: demandPrice(prices, change.id) },
        ...{ kind: 'transfer_in' as const, day: change.found.comes, farm: change.found.takerFarm },
      })),
    );
  }
  // The prices of many new transfers are read from the ledger, whose former statistics may lack this client.
  for (const table of ['transfer', 'ledger']) await refreshStatistics(tx, table, changes.length);
}

function demandPrice(prices: ReadonlyMap<number | null, ExactDecimal>, id: number): ExactDecimal {
  const price = prices.get(id);
  if (price === undefined) throw new Error('nothing was moved');
  return price;
}

/**
 * Parts the rows so that the moves of each feed stay in their order while each part posts all that leaves before all that comes: a feed
 * that an earlier row brought leaves in a later part.
 */
function splitIntoWaves(changes: readonly Change[]): Change[][] {
  // Place of a feed's last move: 2 × part for what leaves, one more for what comes.
  const places = new Map<number, number>();
  const getPlace = (feed: number) => places.get(feed) ?? 0;
  const waves: Change[][] = [];
  for (const change of changes) {
    const [from, into] = [change.after.ingredient as number, change.columns.into_id as number];
    const wave = Math.max(Math.ceil(getPlace(from) / 2), Math.ceil((getPlace(into) - 1) / 2));
    places.set(from, 2 * wave);
    places.set(into, 2 * wave + 1);
    const rows = waves[wave];
    if (rows) rows.push(change);
    else waves[wave] = [change];
  }
  return waves;
}

/** Runs before a transfer is deleted: reverses both its moves; 409 if the month is closed at either end. */
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
