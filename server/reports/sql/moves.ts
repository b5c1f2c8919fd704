import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { STOCK_MOVES, type StockMove, TAKES_AWAY } from '#contract/reports/inout.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { matchesIngredient } from './conditions.ts';
import { ALWAYS, piecesOf } from './months.ts';
import { movedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** What a row of `move` is. A load by a farm of the report is its own feeding; by another, that farm's, out of a stock that they share. */
export const MOVE_IS: Record<StockMove, string> = {
  received: `kind = 'delivery'`,
  harvested: `kind = 'harvest'`,
  crafted_in: `kind = 'craft_in'`,
  transferred_in: `kind = 'transfer_in'`,
  sold: `kind = 'sale'`,
  fed: `kind = 'load' and own`,
  fed_by_others: `kind = 'load' and not own`,
  crafted_out: `kind = 'craft_out'`,
  transferred_out: `kind = 'transfer_out'`,
  counted: `kind = 'count'`,
};

/** Ingredients that the report is about: the farms' own, and what lies in stocks that their companies share. */
export const stockIngredients = (scope: ReportScope): RawBuilder<unknown> => sql`
  stocked as materialized (
    select t.id from ingredient t where t.client_id = ${scope.client} and ${ingredientVisibleTo(scope.farmIds)} and ${matchesIngredient(scope, 't')}
  )`;

/** What the roll-ups have of a range, `day` as told by the column of days or months. */
const rolledUp = (scope: ReportScope, from: string, to: string, dayOf: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  piecesOf(from, to).map(({ of, taken, ...piece }) => {
    const sign = sql.raw(taken ? '-' : '');
    const column = sql.ref(of);
    // Each feed's are looked up: of a few days of many feeds the planner would read all days of all of them.
    return sql`
    select s.id as ingredient_id, d.* from stocked s cross join lateral (
      select ${dayOf(column)} as day, ${sign}kg as kg, ${sign}value as value, kind, farm_id = any(${scope.farmIds}) as own, ${sign}moves as moves
      from ${movedAt(scope, `stock_${of}`)} d where client_id = ${scope.client} and ingredient_id = s.id and ${column} between ${piece.from}::date and ${piece.to}::date
      offset 0
    ) d`;
  });

/** What lay there before the first day. */
const before = (scope: ReportScope) => rolledUp(scope, ALWAYS, addDays(scope.from, -1), () => sql`null::date`);
/** The moves of each day of the range. */
const eachDay = (scope: ReportScope) => sql`
    select ingredient_id, day, kg, value, kind, farm_id = any(${scope.farmIds}) as own, moves from ${movedAt(scope, 'stock_day')} d
    where client_id = ${scope.client} and ingredient_id in (select id from stocked) and day between ${scope.from}::date and ${scope.to}::date`;
const all = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

/**
 * CTE `move`: what was moved up to the last day, by farm, day and kind, from the roll-ups; `day` is empty before the first. What takes a move
 * back is of the kind that it takes back, on its own day. No filter of stock is finer than the roll-ups.
 */
export const stockMoves = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as materialized (
    ${all([...before(scope), eachDay(scope)])}
  )`;

/** The same where no day of the range is asked for: all of it stands on its first. */
export function stockMovesInAll(scope: ReportScope): RawBuilder<unknown> {
  const parts = [...before(scope), ...rolledUp(scope, scope.from, scope.to, () => sql`${scope.from}::date`)];
  // Summed by what the many figures tell apart, before each of them looks at every row.
  return sql`
  ${stockIngredients(scope)}, move as materialized (
    select ingredient_id, day, kind, own, sum(kg) as kg, sum(value) as value, sum(moves) as moves from (${all(parts)}) m group by 1, 2, 3, 4
  )`;
}

/** CTE `move`: what was moved in the range alone, each day or, `byMonth`, as on the first of its month. */
export const stockMovesOver = (scope: ReportScope, byMonth: boolean): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as (${byMonth ? all(rolledUp(scope, scope.from, scope.to, (column) => sql`month_of(${column})`)) : eachDay(scope)})`;

/** CTE `move`: each row of the ledger in the range, where more of it is asked than the roll-up knows. */
export const ledgerMoves = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as materialized (
    select l.ingredient_id, l.day, l.kg, l.value, coalesce(o.kind, l.kind) as kind, l.farm_id = any(${scope.farmIds}) as own,
      -- What takes a move back has the dry matter of what it takes back.
      l.schedule_id, l.delivery_id, l.batch_id, l.transfer_id, l.harvest_id, coalesce(o.created_at, l.created_at) as created_at
    from ${movedAt(scope, 'ledger')} l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
    where l.client_id = ${scope.client} and l.ingredient_id in (select id from stocked) and l.day between ${scope.from}::date and ${scope.to}::date
  )`;

const kgOf = (...kinds: string[]) => `coalesce(sum(kg) filter (where kind in ('${kinds.join("', '")}')), 0)`;
/** What other stores gave less what went to others, of the rows that are added up: between stores of the report it is nothing. */
const BETWEEN_STORES = kgOf('transfer_in', 'transfer_out');
/** What came and what was used of rows of one day, in kilograms. With what counts found they are all that moved. */
export const CAME = `(${kgOf('delivery', 'harvest', 'craft_in')} + greatest(${BETWEEN_STORES}, 0))`;
export const USED = `(greatest(-${BETWEEN_STORES}, 0) - ${kgOf('load', 'sale', 'craft_out')})`;

/** Of one kind in the range, in kilograms or money. */
export const sumOf = (what: 'kg' | 'value', move: StockMove) =>
  `${TAKES_AWAY.has(move) ? '-' : ''}coalesce(sum(${what}) filter (where day is not null and ${MOVE_IS[move]}), 0)`;
/**
 * Sums over moves: opening and closing kilograms, each kind in kilograms and money; `booked_before` and `booked` are what the moves before the
 * first day, and all of them, came to.
 */
export const MOVE_SUMS = [
  'coalesce(sum(kg) filter (where day is null), 0) as opening',
  'coalesce(sum(kg), 0) as closing',
  'coalesce(sum(value) filter (where day is null), 0) as booked_before',
  'coalesce(sum(value), 0) as booked',
  ...STOCK_MOVES.flatMap((move) => [`${sumOf('kg', move)} as ${move}`, `${sumOf('value', move)} as ${move}_value`]),
].join(', ');
