import { sql } from 'kysely';
import { inout, type StockMove } from '#contract/reports/inout.ts';
import { inoutOverMonths, isByMonth } from '#contract/reports/inout-view.ts';
import { PLANNED_ONCE } from '#server/db/connection.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { MOVE_SUMS, stockMovesByDay, stockMovesInAll, sumOf } from '#server/reports/sql/moves.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { MOVE_FIGURES, VALUED_SUMS, valuedStock } from '#server/reports/sql/stock-worth.ts';

const NAMED = {
  level: 't.level',
  farm_id: 'n.farm_id',
  farm: 'f.name',
  stock_id: 'n.stock_id',
  stock: 'k.name',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  pack: 'p.name',
  closing_packs: 'round(t.closing / p.kg, 2)',
} as const;
type InoutRow = LevelRow<typeof NAMED & typeof MOVE_FIGURES>;

/** Levels of months have the month as their name. */
const LEVELS: ReadonlySet<string> = new Set(['row', 'total']);
const TOTALS = namesOf(MOVE_FIGURES);
/** The moves in the chart by day or month. */
const DRAWN = ['received', 'fed'] as const satisfies readonly StockMove[];
const ofMonth = VALUED_SUMS.map((name) => {
  const drawn = DRAWN.find((move) => move === name);
  return `${drawn ? sumOf('kg', drawn) : 'null::numeric'} as ${name}`;
}).join(', ');
const inTotal = VALUED_SUMS.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ');

/**
 * One scan of the stock for all requested levels: the total; with `whole` also each ingredient; and, if the chart is by month, a level per
 * month.
 */
async function query(scope: ReportScope, { whole, byMonth = false }: { whole: boolean; byMonth?: boolean }): Promise<InoutRow[]> {
  const { client } = scope;
  const { rows } = await sql<InoutRow>`
    ${PLANNED_ONCE} with ${stockMovesInAll(scope, byMonth)}, by_ingredient as materialized (
      select ingredient_id, coalesce(sum(moves) filter (where day is not null), 0) as moves, ${sql.raw(MOVE_SUMS)}
      from move where ingredient_id is not null group by ingredient_id
    ), ${valuedStock(scope, 'by_ingredient')}, summed as (
      select 'total' as level, null::bigint as ingredient_id, sum(moves) as moves, ${sql.raw(inTotal)} from valued
      ${whole ? sql`union all select 'row', ingredient_id, moves, ${sql.raw(VALUED_SUMS.join(', '))} from valued` : sql``}
      ${byMonth ? sql`union all select day::text, null, sum(moves), ${sql.raw(ofMonth)} from move where ingredient_id is null group by day` : sql``}
    ), pack_then as materialized (
      -- The pack of each feed that was entered first, with its weight on the last day.
      select distinct on (ingredient_id) ingredient_id, name, kg
      from (
        select ingredient_id, name, kg, since, min(id) over (partition by ingredient_id, name_key(name)) as first
        from pack where client_id = ${client} and since <= ${scope.to}::date
      ) p
      order by ingredient_id, first, since desc
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(MOVE_FIGURES)}`)}
    from summed t
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    left join farm f on f.client_id = ${client} and f.id = n.farm_id
    left join pack_then p on p.ingredient_id = t.ingredient_id
    left join stock k on k.client_id = ${client} and k.id = n.stock_id
    -- An ingredient that neither lay nor moved is no row.
    where t.moves > 0 or t.opening <> 0
    order by k.name, k.id, n.name, t.ingredient_id, t.level`.execute(scope.db);
  return rows;
}

/** Receipts and feedings of each day for the chart. */
async function byDay(scope: ReportScope) {
  const { rows } = await sql<{ day: string } & Record<(typeof DRAWN)[number], number>>`
    with ${stockMovesByDay(scope)}
    select day, ${sql.raw(DRAWN.map((name) => `round(${sumOf('kg', name)}, 6) as ${name}`).join(', '))}
    from move group by day order by day`.execute(scope.db);
  return rows;
}

async function makeInout(scope: ReportScope): Promise<Made<typeof inout> | Made<typeof inoutOverMonths>> {
  const byMonth = isByMonth(scope.filters);
  const [rows, days, before] = await Promise.all([
    query(scope, { whole: true, byMonth }),
    byMonth ? [] : byDay(scope),
    previously(scope, (range) => query(range, { whole: false })),
  ]);
  const [total] = atLevel(rows, 'total');
  const ingredients = atLevel(rows, 'row').map((row) => Object.assign(row, { beyond: row.check !== 0 || row.check_value !== 0 }));
  const by_ingredient = ingredients
    .map((row) => pick(row, ['ingredient', 'ingredient_id', 'closing', 'closing_value']))
    .filter((row) => row.closing_value !== 0)
    .sort((a, b) => Number(b.closing_value) - Number(a.closing_value));
  const figures = {
    rows: ingredients,
    totals: pick(total, TOTALS),
    tiles: pick(total, TOTALS),
    previous: before && pick(before[0], TOTALS),
  };
  return byMonth
    ? {
        ...figures,
        series: {
          by_month: rows.filter(({ level }) => !LEVELS.has(level)).map(({ level: month, ...row }) => ({ month, ...pick(row, DRAWN) })),
          by_ingredient,
        },
      }
    : { ...figures, series: { by_day: days, by_ingredient } };
}

export const inoutServer: ReportServer = {
  facts: 'stock',
  rowKeys: ['ingredient_id'],
  viewOf: (filters) => (isByMonth(filters) ? inoutOverMonths : inout),
  make: makeInout,
};
