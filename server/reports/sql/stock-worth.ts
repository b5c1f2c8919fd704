import { type RawBuilder, sql } from 'kysely';
import { STOCK_MOVES, type StockMove, TAKES_AWAY } from '#contract/reports/inout.ts';
import { fifoWorth } from '#server/domain/lots/fifo-prices.ts';
import { isFifo, priceNow } from './prices.ts';
import type { ReportScope } from './scope.ts';

const sumBalanceSql = (suffix: string) =>
  ['opening', ...STOCK_MOVES].map((name) => `${TAKES_AWAY.has(name as StockMove) ? '- ' : '+ '}${name}${suffix}`).join(' ');

/**
 * The price of a kilogram of the ingredient of `row` at the end of a day: the moving average of its moves; by another price basis the
 * current price, as for each of its moves.
 */
export const worthAt = (scope: ReportScope, row: string, day: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { client } = scope;
  const now = priceNow(scope);
  if (now) return sql`(select ${sql.raw(now)} from ingredient n where n.client_id = ${client} and n.id = ${sql.ref(row)})`;
  const average = sql`coalesce((select a.average from stock_average a
    where a.client_id = ${client} and a.ingredient_id = ${sql.ref(row)} and a.day <= ${day} order by a.day desc limit 1), 0)`;
  return isFifo(scope) ? sql`coalesce(${fifoWorth(client, sql.ref(row), day)}, ${average})` : average;
};

/**
 * CTE `valued`, from the sums of MOVE_SUMS by ingredient in `table`: the stock's value is its kilograms at the average of that evening. The
 * revaluation is the difference that the moves' own values leave.
 */
export const valuedStock = (scope: ReportScope, table: string): RawBuilder<unknown> => sql`
  valued as materialized (
    select w.*, closing_value - opening_value - (booked - booked_before) as revaluation from (
      -- What isn't there needs no looking up.
      select b.*, opened_value + case opening - opened when 0 then 0
          else (opening - opened) * ${worthAt(scope, 'b.ingredient_id', sql`${scope.from}::date - 1`)} end as opening_value,
        case closing when 0 then 0 else closing * ${worthAt(scope, 'b.ingredient_id', sql`${scope.to}::date`)} end as closing_value
      from ${sql.table(table)} b
      -- Otherwise each worth is looked up again at each use.
      offset 0) w
  )`;

const VALUED = ['opening', ...STOCK_MOVES, 'closing'] as const;
/** The columns of `valued` that add up over ingredients. */
export const VALUED_SUMS = [...VALUED, ...VALUED.map((name) => `${name}_value` as const), 'revaluation'] as const;

/** From the sums; `check` is what opening + moves (+ revaluation) miss of closing: 0 unless the ledger holds a kind that is none of these. */
export const MOVE_FIGURES = {
  ...(Object.fromEntries(VALUED_SUMS.map((name) => [name, name])) as Record<(typeof VALUED_SUMS)[number], string>),
  check: `closing - (${sumBalanceSql('')})`,
  check_value: `closing_value - (${sumBalanceSql('_value')} + revaluation)`,
  // Transfers from other stores less transfers to them: between added stores the sum is zero.
  shrink: '100 * counted / nullif(opening + received + harvested + greatest(transferred_in - transferred_out, 0), 0)',
};
