import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { dayColumns, type inoutByDay, MAX_DAY_COLUMNS } from '#contract/reports/inout-by-day.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { invalid } from '#server/platform/errors.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { namesOf } from '#server/reports/sql/formulas.ts';
import { CAME, stockMoves, USED } from '#server/reports/sql/moves.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { values, WORTH } from './worth.ts';

interface DayRow {
  /** Null in the rows of all ingredients together. */
  ingredient_id: number | null;
  ingredient: string | null;
  farm_id: number | null;
  farm: string | null;
  stock_id: number | null;
  stock: string | null;
  day: string;
  opening: number;
  came: number;
  used: number;
  counted: number;
  balance: number;
}

/** Every ingredient × day, whether anything moved or not; and the same of all together. */
async function query(scope: ReportScope): Promise<DayRow[]> {
  const { client } = scope;
  const { rows } = await sql<DayRow>`
    with ${stockMoves(scope)}, lying as (
      select ingredient_id, coalesce(sum(kg) filter (where day is null), 0) as opening,
        coalesce(sum(kg) filter (where day is null and opened_on is null), 0) as before
      from move
      group by grouping sets ((ingredient_id), ()) having sum(kg) filter (where day is null) <> 0 or count(day) > 0
    ), moved as (
      select ingredient_id, day, sum(kg) as kg,
        ${sql.raw(CAME)} as came, ${sql.raw(USED)} as used,
        coalesce(sum(kg) filter (where kind = 'count'), 0) as counted
      from (select ingredient_id, coalesce(day, opened_on) as day, kg, kind from move) m where day is not null group by grouping sets ((ingredient_id, day), (day))
    )
    select l.ingredient_id, n.name as ingredient, n.farm_id, f.name as farm, n.stock_id, k.name as stock, d.day::date as day, l.opening,
      coalesce(m.came, 0) as came, coalesce(m.used, 0) as used, coalesce(m.counted, 0) as counted,
      l.before + coalesce(sum(m.kg) over (partition by l.ingredient_id order by d.day), 0) as balance
    from lying l
    cross join generate_series(${scope.from}::date, ${scope.to}::date, interval '1 day') as d (day)
    left join moved m on coalesce(m.ingredient_id, 0) = coalesce(l.ingredient_id, 0) and m.day = d.day::date
    left join ingredient n on n.client_id = ${client} and n.id = l.ingredient_id
    left join farm f on f.client_id = ${client} and f.id = n.farm_id
    left join stock k on k.client_id = ${client} and k.id = n.stock_id
    order by k.name, k.id, n.name, l.ingredient_id, d.day`.execute(scope.db);
  return rows;
}

const OF_DAY = ['came', 'used', 'counted', 'balance'] as const;

/** The days of one ingredient, or of all, side by side. */
const acrossDays = (days: readonly DayRow[]) => ({
  ...Object.fromEntries(days.flatMap((row) => OF_DAY.map((key): [string, Cell] => [`${key}_${row.day}`, row[key]]))),
  opening: days[0]?.opening ?? null,
});

const together = (rows: readonly DayRow[]) => rows.filter(({ ingredient_id }) => ingredient_id === null);

/** Grams, so that sums of many days end in no stray digit. */
const sumRows = (rows: readonly DayRow[], key: 'came' | 'used' | 'counted') =>
  rows.reduce((sum, row) => sum + Math.round(row[key] * 1000), 0) / 1000;

function headlines(rows: readonly DayRow[]) {
  const all = together(rows);
  if (all.length === 0) return { opening: null, came: null, used: null, counted: null, closing: null };
  return {
    opening: all[0]?.opening ?? null,
    came: sumRows(all, 'came'),
    used: sumRows(all, 'used'),
    counted: sumRows(all, 'counted'),
    closing: all.at(-1)?.balance ?? null,
  };
}

async function makeInoutByDay(scope: ReportScope): Promise<Made<typeof inoutByDay>> {
  if (addDays(scope.from, MAX_DAY_COLUMNS) <= scope.to) throw invalid('planned_on_before', 'too_long_range', { limit: MAX_DAY_COLUMNS });
  const [rows, worth, before] = await Promise.all([query(scope), values(scope), previously(scope, query)]);
  const all = together(rows);
  const ingredients = groupBy(
    rows.filter((row) => row.ingredient_id !== null),
    (row) => row.ingredient_id,
  );
  return {
    // Kilograms by day come before their values.
    columns: all.flatMap(({ day }) => dayColumns(day)),
    columnsAfter: 'opening',
    rows: [...ingredients.values()].map((days) => {
      const named = pick(days[0], ['ingredient_id', 'ingredient', 'farm_id', 'farm', 'stock_id', 'stock']);
      return { ...named, ...pick(worth.get(days[0]?.ingredient_id ?? null), namesOf(WORTH)), ...acrossDays(days) };
    }),
    totals: { ...pick(all.length > 0 ? worth.get(null) : undefined, namesOf(WORTH)), ...acrossDays(all) },
    tiles: headlines(rows),
    previous: before && headlines(before),
    series: {
      balance: all.map(({ day, balance }) => ({ day, balance })),
      moves: all.map(({ day, came, used }) => ({ day, came, used })),
    },
  };
}

export const inoutByDayServer: ReportServer<typeof inoutByDay> = { facts: 'stock', rowKeys: ['ingredient_id'], make: makeInoutByDay };
