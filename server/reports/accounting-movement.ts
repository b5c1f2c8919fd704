import { sql } from 'kysely';
import { MOVEMENT_LINES } from '../../contract/reports/accounting.ts';
import { STOCK_MOVES, type StockMove } from '../../contract/reports/inout.ts';
import { accountBook, codesOf } from './accounts.ts';
import { atLevel, type Made, pick, type ReportServer } from './report.ts';
import type { ReportScope } from './scope.ts';
import { MOVE_IS, stockMoves } from './stock-moves.ts';

interface Line {
  level: string;
  ingredient_id: number;
  ingredient: string;
  day: string;
  move: (typeof MOVEMENT_LINES)[number];
  weight: number;
  value: number;
  price: number | null;
}

const MOVE = `case when day is null then 'opening' ${STOCK_MOVES.map((move) => `when ${MOVE_IS[move]} then '${move}'`).join(' ')} else 'counted' end`;
const PLACE = `array_position(array['${MOVEMENT_LINES.join("', '")}'], move)`;
const TILES = {
  opening_value: `sum(value) filter (where move = 'opening')`,
  received_value: `sum(value) filter (where move = 'received')`,
  fed_value: `-sum(value) filter (where move = 'fed')`,
  closing_value: `sum(value) filter (where move = 'closing')`,
} as const;
const tilesSql = Object.entries(TILES).map(([name, value]) => `${value} as ${name}`);

/**
 * Each feed's stock before the first day, its moves by day and kind, and its stock after the last, signed. Money is rounded to kopecks as it
 * is carried from line to line, so that opening + moves = closing on paper, too.
 */
async function query(scope: ReportScope): Promise<(Line & Record<keyof typeof TILES, number | null>)[]> {
  const { rows } = await sql<Line & Record<keyof typeof TILES, number | null>>`
    with ${stockMoves(scope)}, moved as (
      select ingredient_id, day, ${sql.raw(MOVE)} as move, sum(kg) as kg, sum(value) as value from move group by 1, 2, 3
    ), carried as (
      select *, sum(value) over (partition by ingredient_id order by day nulls first, ${sql.raw(PLACE)} rows unbounded preceding) as value_to from moved
    ), line as (
      select ingredient_id, coalesce(day, ${scope.from}::date) as day, move, kg, round(value_to, 2) - round(value_to - value, 2) as value, value as exact_value
      from carried
      union all
      select ingredient_id, ${scope.to}::date, 'closing', sum(kg), round(sum(value), 2), sum(value) from moved group by ingredient_id
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
  crafted_in: 'craft',
  sold: 'buyer',
  fed: 'debit',
  fed_by_others: 'other_farms',
  crafted_out: 'craft',
} as const satisfies Record<Exclude<StockMove, 'counted'>, string>;
const GOES: ReadonlySet<string> = new Set(['sold', 'fed', 'fed_by_others', 'crafted_out']);

async function make(scope: ReportScope): Promise<Made> {
  const book = accountBook(await codesOf(scope, 'accounting_movement'));
  const lines = await query(scope);
  const rows = atLevel(lines, 'row').map(({ ingredient_id, ingredient, day, move, weight, value, price }) => {
    const stock = book.account('credit', ingredient, 'ingredient', ingredient_id);
    const goes = GOES.has(move) || (move === 'counted' && (weight < 0 || (weight === 0 && value < 0)));
    const other =
      move === 'opening' || move === 'closing'
        ? ''
        : book.account(move === 'counted' ? (goes ? 'shortage' : 'surplus') : AGAINST[move], ingredient);
    return {
      id: `${ingredient_id}_${move}_${day}`,
      day,
      move,
      debit: goes ? other : stock,
      credit: goes ? stock : other,
      item: book.item(ingredient_id),
      ingredient_id,
      ingredient,
      weight: goes ? 0 - weight : weight,
      price,
      value: goes ? 0 - value : value,
    };
  });
  book.demandComplete();
  const [total] = lines.filter(({ level }) => level === 'total');
  return { rows, totals: {}, tiles: pick(total && { ...total }, Object.keys(TILES)), series: {} };
}

export const accountingMovementServer: ReportServer = { make };
