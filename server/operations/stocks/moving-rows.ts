import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { type ExactDecimal, type Move, postUnread } from '#server/domain/ledger.ts';
import { momentOf, momentsCheck, type PostedRow } from '#server/domain/moment.ts';
import { type Origin, reverse } from '#server/domain/reverse-moves.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import { setDryMatter } from '#server/operations/rations/set-dry-matter.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { Checks } from '#server/platform/resource/check.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

interface Moving {
  /** The field of the moment; the month of its day must be open. */
  at: string;
  /** Fields whose change moves feed. */
  moves: readonly string[];
  /** The rows, as the ledger names them. */
  of: (ids: number | readonly number[]) => Origin;
  /** Returns the stock move of a row. */
  moveOf: (change: Change) => Move;
  /** The row takes feed out of stock at the average. */
  leavesAtAverage?: (row: AnyRow) => boolean;
}

const isSameInstant = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other);

/** Rows of which each is one move of feed, and goes on being it when it is changed: a delivery, a sale, a harvest. */
export function movingRows({ at, moves, of, moveOf, leavesAtAverage }: Moving) {
  /** The feed must be moved: a new row, or a change of what its move was made of. */
  const isMoving = ({ input, before }: Change): boolean =>
    !before || moves.some((field) => input[field] !== undefined && input[field] !== before[field]);

  /** A change of kilograms alone; what moved at the average keeps its price. */
  const isCorrection = ({ before, after }: Change): boolean =>
    before !== null &&
    before.ingredient === after.ingredient &&
    (leavesAtAverage?.(before) ?? false) &&
    (leavesAtAverage?.(after) ?? false) &&
    isSameInstant(before[at], after[at]);

  /** The prices of these rows' active moves, by row. */
  async function readMovePrices(tx: Tx, client: number, ids: readonly number[]): Promise<Map<number, ExactDecimal>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ id: number; price: ExactDecimal }>`
      select l.${sql.ref(`${name}_id`)} as id, l.price::text as price from ledger l
      where l.client_id = ${client} and l.${sql.ref(`${name}_id`)} = any(${ids}) and l.kind <> 'reversal'
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)`.execute(tx);
    return new Map(rows.map(({ id, price }) => [id, price]));
  }

  const [name] = Object.keys(of(0)) as ['delivery' | 'harvest'];
  const postedRow = (id: number): PostedRow => ({ column: `${name}_id`, id });

  return {
    /** Both the month that a row was in and the one that it goes to must be open; its farm must be one that uses the feed. */
    checks(context: ClientContext, changes: readonly Change[]): Checks {
      const moment = (row: AnyRow, { id, input, before, refuse }: Change) => ({
        farm: row.farm as number,
        at: row[at] as string | undefined,
        field: at,
        refuse,
        // A row that stays where it is keeps its day.
        posted: row === before || input[at] === undefined || isSameInstant(input[at], before?.[at]) ? postedRow(id) : undefined,
      });
      const left = changes.flatMap((change) => (change.before ? [moment(change.before, change)] : []));
      const named = changes.filter(({ input }) => input.farm !== undefined || input.ingredient !== undefined);
      const used = named.map(({ after: { farm, ingredient }, refuse }) => ({ farm, ingredient, field: 'ingredient', refuse }));
      const comes = momentsCheck(
        context,
        changes.map((change) => moment(change.after, change)),
      );
      for (const [index, change] of changes.entries()) change.columns[at] = comes.at[index];
      return {
        ...(left.length > 0 ? { left: momentsCheck(context, left) } : {}),
        ...(used.length > 0 ? { usable: usableCheck(context.client, used) } : {}),
        comes: {
          ask: comes.ask,
          judge(answer) {
            for (const [index, moved] of comes.judge(answer).entries()) (changes[index] as Change).found.day = moved.day;
          },
        },
      };
    },

    /** Moves the feed of a new row along with it; a dry matter that came with it is set after. */
    withNew: (context: ClientContext, change: Change) =>
      typeof change.input.dry_matter === 'number' ? undefined : (tx: Tx) => postUnread(tx, authorOf(context), [moveOf(change)]),

    /** Posts the moves of rows: old moves are reversed together, and the new moves follow in the order of their moments. */
    async post(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
      const author = authorOf(context);
      const instant = ({ columns }: Change) => Date.parse(String(columns[at]));
      const inOrder = changes.toSorted((a, b) => instant(a) - instant(b) || a.id - b.id);
      const moving = inOrder.filter(isMoving);
      const again = moving.filter(({ before }) => before).map(({ id }) => id);
      const prices = await readMovePrices(tx, context.client, again);
      if (again.length > 0) await reverse(tx, author, of(again), '');
      await postUnread(
        tx,
        author,
        moving.map((change) => ({ ...(isCorrection(change) ? { price: prices.get(change.id) } : {}), ...moveOf(change) })),
      );
      // The last analysis of each feed is the one that holds.
      const analysed = inOrder.filter(({ input }) => typeof input.dry_matter === 'number');
      const last = new Map(analysed.map((change) => [change.after.ingredient as number, change]));
      for (const [ingredient, { after, found }] of last) await setDryMatter(tx, context, ingredient, after.dry_matter, found.day);
    },

    /** Runs before a row is deleted: reverses its moves; 409 if its month is closed. */
    async takeBack(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
      await momentOf(tx, context, before.farm, before[at], at, postedRow(before.id));
      await reverse(tx, authorOf(context), of(before.id), '');
    },
  };
}
