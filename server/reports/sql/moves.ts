import { type RawBuilder, sql } from 'kysely';
import { STOCK_MOVES, type StockMove, TAKES_AWAY } from '#contract/reports/inout.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { matchesIngredient } from './conditions.ts';
import { daysAround, wholeMonths } from './months.ts';
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

/** Rows of a roll-up, of the days or months that it has by this condition; `day` as told. */
const rolledUp = (scope: ReportScope, table: 'stock_day' | 'stock_month', day: RawBuilder<unknown>, when: RawBuilder<unknown>) => sql`
    select ingredient_id, ${day} as day, kg, value, kind, farm_id = any(${scope.farmIds}) as own, moves
    from ${movedAt(scope, table)} d where client_id = ${scope.client} and ingredient_id in (select id from stocked) and ${when}`;

/** What lay there before the first day: the months before its own, and the days since that month began. */
const before = (scope: ReportScope) => [
  rolledUp(scope, 'stock_month', sql`null::date`, sql`month < month_of(${scope.from}::date)`),
  rolledUp(scope, 'stock_day', sql`null::date`, sql`day >= month_of(${scope.from}::date) and day < ${scope.from}::date`),
];
const all = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

/**
 * CTE `move`: what was moved up to the last day, by farm, day and kind, from the roll-ups; `day` is empty before the first. What takes a move
 * back is of the kind that it takes back, on its own day. No filter of stock is finer than the roll-ups.
 */
export const stockMoves = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as materialized (
    ${all([...before(scope), rolledUp(scope, 'stock_day', sql`day`, sql`day between ${scope.from}::date and ${scope.to}::date`)])}
  )`;

/** The same where no day of the range is asked for: all of it stands on its first. */
export function stockMovesInAll(scope: ReportScope): RawBuilder<unknown> {
  const [from, to] = [sql`${scope.from}::date`, sql`${scope.to}::date`];
  const parts = [
    ...before(scope),
    rolledUp(scope, 'stock_month', from, wholeMonths('month', from, to)),
    ...daysAround('day', from, to).map((when) => rolledUp(scope, 'stock_day', from, when)),
  ];
  // Summed by what the many figures tell apart, before each of them looks at every row.
  return sql`
  ${stockIngredients(scope)}, move as materialized (
    select ingredient_id, day, kind, own, sum(kg) as kg, sum(value) as value, sum(moves) as moves from (${all(parts)}) m group by 1, 2, 3, 4
  )`;
}

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
