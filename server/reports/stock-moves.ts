import { type RawBuilder, sql } from 'kysely';
import { STOCK_MOVES, type StockMove, TAKES_AWAY } from '../../contract/reports/inout.ts';
import { ingredientReach } from '../core/reach.ts';
import { matchesIngredient } from './conditions.ts';
import { daysAround, wholeMonths } from './months.ts';
import { movedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** What a row of `move` is. A load by a farm of the report is its own feeding; by another, that farm's, out of a stock that they share. */
export const MOVE_IS: Record<StockMove, string> = {
  received: `kind = 'delivery'`,
  crafted_in: `kind = 'craft_in'`,
  sold: `kind = 'sale'`,
  fed: `kind = 'load' and own`,
  fed_by_others: `kind = 'load' and not own`,
  crafted_out: `kind = 'craft_out'`,
  counted: `kind = 'count'`,
};

/** Ingredients that the report is about: the farms' own, and what lies in stocks that their companies share. */
export const stockIngredients = (scope: ReportScope): RawBuilder<unknown> => sql`
  stocked as materialized (
    select t.id from ingredient t where t.client_id = ${scope.client} and ${ingredientReach(scope.farmIds)} and ${matchesIngredient(scope, 't')}
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
      l.schedule_id, l.delivery_id, l.batch_id, coalesce(o.created_at, l.created_at) as created_at
    from ${movedAt(scope, 'ledger')} l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
    where l.client_id = ${scope.client} and l.ingredient_id in (select id from stocked) and l.day between ${scope.from}::date and ${scope.to}::date
  )`;

/** Of one kind in the range, in kilograms or money. */
export const sumOf = (what: 'kg' | 'value', move: StockMove) =>
  `${TAKES_AWAY.has(move) ? '-' : ''}coalesce(sum(${what}) filter (where day is not null and ${MOVE_IS[move]}), 0)`;
const balanceOf = (suffix: string) =>
  ['opening', ...STOCK_MOVES].map((name) => `${TAKES_AWAY.has(name as StockMove) ? '- ' : '+ '}${name}${suffix}`).join(' ');

/** Sums over moves: opening, each kind, closing; kilograms and money. */
export const MOVE_SUMS = (['kg', 'value'] as const)
  .flatMap((what) => {
    const suffix = what === 'kg' ? '' : '_value';
    return [
      `coalesce(sum(${what}) filter (where day is null), 0) as opening${suffix}`,
      ...STOCK_MOVES.map((move) => `${sumOf(what, move)} as ${move}${suffix}`),
      `coalesce(sum(${what}), 0) as closing${suffix}`,
    ];
  })
  .join(', ');

/** From the sums; `check` is what opening + moves miss of closing: 0 unless the ledger holds a kind that is none of these. */
export const MOVE_FIGURES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['', '_value'].flatMap((suffix) => ['opening', ...STOCK_MOVES, 'closing'].map((name) => [name + suffix, name + suffix])),
  ),
  check: `closing - (${balanceOf('')})`,
  check_value: `closing_value - (${balanceOf('_value')})`,
  shrink: '100 * counted / nullif(opening + received, 0)',
};
