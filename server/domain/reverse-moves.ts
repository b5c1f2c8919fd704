import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { Author } from '#server/platform/resource/history.ts';
import { notifyOfFeeds } from './ledger.ts';

/**
 * Origin of the moves to reverse, among those not reversed yet: a feeding (or some of its ingredients), deliveries, harvests, opening
 * balances, a batch or a transfer.
 */
export type Origin =
  | { schedule: number; ingredients?: readonly number[] }
  | { delivery: number | readonly number[] }
  | { harvest: number | readonly number[] }
  | { opening: number | readonly number[] }
  | { batch: number }
  | { transfer: number };

const ORIGINS = ['schedule', 'delivery', 'harvest', 'opening', 'batch', 'transfer'] as const;

/** Reverses moves by appending their opposites at the same price and moment. The average then follows from the other moves. */
export async function reverse(tx: Tx, author: Author, origin: Origin, note: string): Promise<void> {
  const of = ORIGINS.find((name) => name in origin) as (typeof ORIGINS)[number];
  const column = `${of}_id`;
  const id = (origin as Record<typeof of, number | readonly number[]>)[of];
  const ids = [id].flat();
  const only = 'schedule' in origin && origin.ingredients ? sql`and ingredient_id = any(${origin.ingredients})` : sql``;
  const { rows } = await sql<{ ingredient: number }>`
    select ingredient from reverse_moves(${author.client}, ${author.id}, array(
      select id from ledger where client_id = ${author.client} and ${sql.ref(column)} = any(${ids}) and kind <> 'reversal' ${only}), ${note}) as ingredient`.execute(
    tx,
  );
  if (rows.length > 0) {
    await notifyOfFeeds(
      tx,
      author.client,
      rows.map(({ ingredient }) => ingredient),
    );
  }
}
