import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { type Move, postUnread } from '#server/domain/ledger.ts';
import { reverse } from '#server/domain/reverse-moves.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type ApiError, conflict, invalid } from '#server/platform/errors.ts';
import type { Checks } from '#server/platform/resource/check.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import { type AnyRow, type Change, givenRows } from '#server/platform/resource/table.ts';

/** Facts that decide whether an opening balance may be written. */
interface Found {
  /** The first moment of the day by the farm's clock. */
  at: string;
  open: boolean;
  /** Whether the month that the balance leaves is open. */
  left_open: boolean;
  ends: string;
  taken: boolean;
  /** The first day on which the feed moved, except by this balance. */
  moved_on: string | null;
}

/** Fields whose change replaces the move. */
const MOVES = ['farm', 'ingredient', 'day', 'kg', 'price'];
const isMoving = ({ input, before }: Change): boolean =>
  !before || MOVES.some((field) => input[field] !== undefined && input[field] !== before[field]);

/**
 * Refuses an opening balance of a closed month, of a day after tomorrow, of a feed that has a balance, and of a feed that moved before that day:
 * what lay there after a move is a stock count. The feed must be usable on the farm.
 */
export function checkOpenings(context: ClientContext, changes: readonly Change[]): Checks {
  const { client } = context;
  const named = changes.filter(({ input }) => input.farm !== undefined || input.ingredient !== undefined);
  const uses = named.map(({ after: { farm, ingredient }, refuse }) => ({ farm, ingredient, field: 'ingredient', refuse }));
  const column = (field: string) => changes.map(({ after }) => after[field]);
  return {
    ...(uses.length > 0 ? { usable: usableCheck(client, uses) } : {}),
    opening: {
      ask: sql`(
        select json_agg(json_build_object(
          'at', w.day::timestamp at time zone f.timezone, 'open', month_is_open(${client}, w.farm, w.day),
          'left_open', w.left_day is null or month_is_open(${client}, w.left_farm, w.left_day),
          'ends', (${context.services.now().toISOString()}::timestamptz at time zone f.timezone)::date,
          'taken', exists (select from opening o where o.client_id = ${client} and o.ingredient_id = w.ingredient and o.id <> w.id and not o.deleted),
          'moved_on', (
            select min(l.day) from ledger l
            where l.client_id = ${client} and l.ingredient_id = w.ingredient and l.kind <> 'reversal' and l.opening_id is distinct from w.id
              and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id))) order by w.n)
        from ${givenRows('w', {
          id: ['bigint', changes.map(({ id }) => id)],
          farm: ['bigint', column('farm')],
          ingredient: ['bigint', column('ingredient')],
          day: ['date', column('day')],
          left_farm: ['bigint', changes.map(({ before }) => before?.farm ?? null)],
          left_day: ['date', changes.map(({ before }) => before?.day ?? null)],
        })}
        join farm f on f.client_id = ${client} and f.id = w.farm)`,
      judge(answer: Found[] | null) {
        const feeds = new Set<number>();
        for (const [index, change] of changes.entries()) {
          const { after, refuse } = change;
          const found = answer?.[index];
          if (!found) continue;
          const refusal = findRefusal(change, { ...found, taken: found.taken || feeds.has(after.ingredient) });
          if (refusal) refuse(refusal);
          feeds.add(after.ingredient);
          change.found.at = found.at;
        }
      },
    },
  };
}

function findRefusal({ before, after }: Change, found: Found): ApiError | null {
  const latest = addDays(found.ends, 1);
  if (!found.left_open) return conflict('month_closed', { values: [String(before?.day).slice(0, 7)] }, 'day');
  if (!found.open) return conflict('month_closed', { values: [after.day.slice(0, 7)] }, 'day');
  if (after.day > latest) return invalid('day', 'too_large', { limit: latest });
  if (found.taken) return invalid('ingredient', 'not_unique');
  const isMoved = found.moved_on !== null && found.moved_on < after.day;
  return isMoved ? invalid('day', 'moved_before', { values: [found.moved_on as string] }) : null;
}

/** Replaces the moves of balances that changed, and posts those of new ones. */
export async function postOpenings(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const author = authorOf(context);
  const moving = changes.filter(isMoving);
  const again = moving.filter(({ before }) => before).map(({ id }) => id);
  if (again.length > 0) await reverse(tx, author, { opening: again }, '');
  await postUnread(tx, author, moving.map(moveFor));
}

const moveFor = ({ id, after, found }: Change): Move => ({
  ingredient: after.ingredient,
  kg: after.kg,
  price: after.price,
  kind: 'opening_balance',
  at: found.at,
  day: after.day,
  farm: after.farm,
  opening: id,
  note: after.note,
});

/** Reverses the move before the balance is deleted. 409 if its month is closed. */
export async function takeBackOpening(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  await demandOpenMonth(tx, context.client, before.farm, before.day);
  await reverse(tx, authorOf(context), { opening: before.id }, '');
}
