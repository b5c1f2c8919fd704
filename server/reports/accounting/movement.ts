import { sql } from 'kysely';
import type { FormAccount } from '#contract/operations/blanks.ts';
import { type accountingMovement, MOVEMENT_LINES } from '#contract/reports/accounting.ts';
import { STOCK_MOVES, type StockMove, TAKES_AWAY } from '#contract/reports/inout.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { reconcile } from '#server/reports/sql/fed-lines.ts';
import { byLargestRemainder, namesOf } from '#server/reports/sql/formulas.ts';
import { MOVE_IS, MOVE_SUMS, stockMoves } from '#server/reports/sql/moves.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { valuedStock } from '#server/reports/sql/stock-worth.ts';
import { accountBook, codesOf } from './book.ts';

interface Line {
  level: string;
  ingredient_id: number;
  ingredient: string;
  day: string;
  move: (typeof MOVEMENT_LINES)[number];
  /** Empty for a revaluation. */
  weight: number | null;
  value: number;
  price: number | null;
}

const MOVE = `case ${STOCK_MOVES.map((move) => `when ${MOVE_IS[move]} then '${move}'`).join(' ')} else 'counted' end`;
/** The screen of the stock ledger cuts a total after kopecks. */
const KOPECKS = byLargestRemainder(
  '100 * exact_value',
  'trunc(100 * sum(exact_value) over (partition by move))',
  'move',
  'day, ingredient_id',
);
const PLACE = `array_position(array['${MOVEMENT_LINES.join("', '")}'], move)`;
const TILES = {
  opening_value: `sum(value) filter (where move = 'opening')`,
  received_value: `sum(value) filter (where move = 'received')`,
  fed_value: `-sum(value) filter (where move = 'fed')`,
  closing_value: `sum(value) filter (where move = 'closing')`,
} as const;
const tilesSql = Object.entries(TILES).map(([name, value]) => `${value} as ${name}`);

/**
 * Each feed's stock before the first day, its moves by day and kind, and its stock after the last, signed; stock is worth its kilograms at the
 * average. Opening and closing are rounded to kopecks half up. The lines of a kind of move are rounded so that they add up to its total as the
 * stock ledger shows it. The difference between opening, moves and closing is the revaluation.
 */
async function query(scope: ReportScope): Promise<(Line & Record<keyof typeof TILES, number | null>)[]> {
  const { rows } = await sql<Line & Record<keyof typeof TILES, number | null>>`
    with ${stockMoves(scope)}, by_ingredient as materialized (
      select ingredient_id, ${sql.raw(MOVE_SUMS)} from move group by ingredient_id
    ), ${valuedStock(scope, 'by_ingredient')}, moved as (
      select ingredient_id, day, move, kg, exact_value, ${sql.raw(KOPECKS)} as value
      from (
        select ingredient_id, day, ${sql.raw(MOVE)} as move, sum(kg) as kg, sum(value) as exact_value from move where day is not null group by 1, 2, 3
      ) m
    ), line as (
      select ingredient_id, ${scope.from}::date as day, 'opening' as move, opening as kg, opening_value as exact_value, round(opening_value, 2) as value
      from valued
      union all select * from moved
      union all
      select v.ingredient_id, ${scope.to}::date, 'revaluation', null, null,
        round(v.closing_value, 2) - round(v.opening_value, 2) - coalesce((select sum(m.value) from moved m where m.ingredient_id = v.ingredient_id), 0)
      from valued v
      union all select ingredient_id, ${scope.to}::date, 'closing', closing, closing_value, round(closing_value, 2) from valued
    ), summed as (
      select case grouping(ingredient_id) when 0 then 'row' else 'total' end as level, ingredient_id, day, move, sum(kg) as weight,
        sum(value) as value, round(sum(exact_value) / nullif(sum(kg), 0), 5) as price, ${sql.raw(tilesSql.join(', '))}
      from line where kg <> 0 or value <> 0 group by grouping sets ((ingredient_id, day, move), ())
    )
    select t.*, n.name as ingredient
    from summed t left join ingredient n on n.client_id = ${scope.client} and n.id = t.ingredient_id
    order by n.name, t.ingredient_id, t.move = 'closing', t.move <> 'opening', t.day, ${sql.raw(PLACE)}`.execute(scope.db);
  return rows;
}

/** The account against which feeds come or go. */
const AGAINST = {
  received: 'supplier',
  harvested: 'harvest',
  crafted_in: 'craft',
  transferred_in: 'transfer',
  sold: 'buyer',
  fed: 'debit',
  fed_by_others: 'other_farms',
  crafted_out: 'craft',
  transferred_out: 'transfer',
} as const satisfies Record<Exclude<StockMove, 'counted'>, string>;
const GOES: ReadonlySet<string> = TAKES_AWAY;
/** A transfer between stores may stay within the feed account if there is no account for goods in transit. */
const INSTEAD: Partial<Record<StockMove, FormAccount>> = { transferred_in: 'credit', transferred_out: 'credit' };

/** The account against which a move is booked; '' for balances. */
function findAgainst(
  book: ReturnType<typeof accountBook>,
  move: Line['move'],
  ingredient: string,
  difference: 'shortage' | 'surplus',
): string {
  if (move === 'opening' || move === 'closing') return '';
  if (move === 'revaluation') return book.account('revaluation', ingredient, { instead: difference });
  if (move === 'counted') return book.account(difference, ingredient);
  return book.account(AGAINST[move], ingredient, { instead: INSTEAD[move] });
}

async function makeMovement(scope: ReportScope): Promise<Made<typeof accountingMovement>> {
  const book = accountBook(await codesOf(scope, 'accounting_movement'));
  const [lines, reconciliation] = await Promise.all([query(scope), reconcile(scope)]);
  const rows = atLevel(lines, 'row').map(({ ingredient_id, ingredient, day, move, weight, value, price }) => {
    const stock = book.account('credit', ingredient, { of: 'ingredient', id: ingredient_id });
    const found = move === 'counted' || move === 'revaluation';
    const goes = GOES.has(move) || (found && (weight ? weight < 0 : value < 0));
    const against = findAgainst(book, move, ingredient, goes ? 'shortage' : 'surplus');
    const [debit, credit] = goes ? [against, stock] : [stock, against];
    return {
      id: `${ingredient_id}_${move}_${day}`,
      day,
      move,
      debit,
      credit,
      item: book.item(ingredient_id),
      ingredient_id,
      ingredient,
      weight: goes && weight !== null ? 0 - weight : weight,
      price,
      value: goes ? 0 - value : value,
    };
  });
  book.demandComplete();
  const [total] = lines.filter(({ level }) => level === 'total');
  return { rows, totals: {}, tiles: pick(total, namesOf(TILES)), series: { reconciliation } };
}

export const accountingMovementServer: ReportServer<typeof accountingMovement> = {
  facts: 'stock',
  rowKeys: ['day', 'move', 'ingredient_id'],
  make: makeMovement,
};
