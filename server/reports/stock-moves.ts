import { type RawBuilder, sql } from 'kysely';
import { STOCK_MOVES, type StockMove, TAKES_AWAY } from '../../contract/reports/inout.ts';
import { ingredientReach } from '../core/reach.ts';
import { matchesIngredient } from './conditions.ts';
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

/**
 * CTE `move`: what was moved up to the last day, by farm, day and kind, from the daily roll-up; `day` is empty before the first. What takes a move
 * back is of the kind that it takes back, on its own day. No filter of stock is finer than the roll-up.
 */
export const stockMoves = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as materialized (
    select d.ingredient_id, case when d.day >= ${scope.from}::date then d.day end as day, d.kg, d.value, d.kind,
      d.farm_id = any(${scope.farmIds}) as own, d.moves
    from ${movedAt(scope, 'stock_day')} d
    where d.client_id = ${scope.client} and d.ingredient_id in (select id from stocked) and d.day <= ${scope.to}::date
  )`;

/** CTE `move`: each row of the ledger in the range, where more of it is asked than the roll-up knows. */
export const ledgerMoves = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as materialized (
    select l.ingredient_id, l.day, l.kg, l.value, coalesce(o.kind, l.kind) as kind, l.farm_id = any(${scope.farmIds}) as own,
      l.schedule_id, l.delivery_id, l.batch_id, l.created_at
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
