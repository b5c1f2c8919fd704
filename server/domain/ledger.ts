import { sql } from 'kysely';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import type { Author } from '#server/platform/resource/history.ts';
import { CHANNEL_SQL, eventPayload } from '#server/platform/runtime/events.ts';
import { shownMoney, shownPrice } from './shown-price.ts';

export type LedgerKind =
  | 'opening_balance'
  | 'delivery'
  | 'harvest'
  | 'sale'
  | 'load'
  | 'craft_in'
  | 'craft_out'
  | 'transfer_in'
  | 'transfer_out'
  | 'count';

/** A decimal as PostgreSQL writes it. A number of JavaScript has no room for twelve decimals of a high price. */
export type ExactDecimal = string;

/** One move of an ingredient. `kg` is signed: in is positive. Without `price` and `cost` it moves at the moving average of that moment. */
export interface Move {
  ingredient: number;
  kg: number;
  price?: number | ExactDecimal;
  /** Money for all `kg`, in place of `price`. */
  cost?: number;
  kind: LedgerKind;
  at: string;
  /** The day of the farm that moves it; without it, that of `at` by the farm's clock. */
  day?: string;
  farm: number;
  schedule?: number;
  /** 0: the delivery that this transaction wrote last, whose id isn't known yet. So is a harvest. */
  delivery?: number;
  batch?: number;
  transfer?: number;
  harvest?: number;
  opening?: number;
  note?: string;
}

/** A move as posted. */
export interface Posted {
  id: number;
  ingredient: number;
  transfer: number | null;
  price: ExactDecimal;
  /** Price and value as the API answers them. */
  shown_price: number;
  shown_value: number;
  dry_matter: number;
  rest: number;
}

/**
 * Posts moves to the ledger by the database's `post_moves`: feed by feed, and those of a feed in the given order. Incoming feed (a delivery, a
 * harvest, a craft, a transfer) makes the average (rest·avg + kg·price)/(rest + kg), with a rest below zero taken as 0. The position of a
 * move is its day, then its moment, then its number. A move without a price has the average as of its position, whenever it is entered.
 */
export async function post(tx: Tx, author: Author, moves: readonly Move[]): Promise<Posted[]> {
  if (moves.length === 0) return [];
  const { rows } = await sql<Posted>`
    select id, ingredient, transfer, price::text, ${sql.raw(`${shownPrice('price')} as shown_price, ${shownMoney('value')} as shown_value`)}, dry_matter, rest
    from post_moves(${author.client}, ${author.id}, ${listMoves(moves)}) order by id`.execute(tx);
  await notifyOfMoves(tx, author.client, moves);
  return rows;
}

/** Posts moves whose prices nobody reads. */
export async function postUnread(tx: Tx, author: Author, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`select ${UNREAD} from post_moves(${author.client}, ${author.id}, ${listMoves(moves)})`.execute(tx);
  await notifyOfMoves(tx, author.client, moves);
}

const listMoves = (moves: readonly Move[]) => JSON.stringify(moves.map((move, n) => ({ ...move, n })));

/** Notifies open screens. PostgreSQL sends equal notifications of a transaction once. */
export async function notifyOfFeeds(tx: Tx, client: number, ingredients: readonly number[]): Promise<void> {
  await sql`
    select ${UNREAD} pg_notify(${CHANNEL_SQL}, ${eventPayload(client, 'ingredients', ingredients)}), pg_notify(${CHANNEL_SQL}, ${eventPayload(client, 'stocks', [])})`.execute(
    tx,
  );
}

const notifyOfMoves = (tx: Tx, client: number, moves: readonly Move[]) =>
  notifyOfFeeds(tx, client, [...new Set(moves.map(({ ingredient }) => ingredient))]);
