import { sql } from 'kysely';
import { dryMatterView, TESTS_A_MONTH } from '#contract/reports/dry-matter-view.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { inScope, matchesIngredient } from '#server/reports/sql/conditions.ts';
import { type CellsOf, namesOf, per, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

const MOVED = {
  days_since: 'm.days_since',
  replanned: 'm.replanned',
  load_before: 'm.load_before',
  load_moved: 'm.load_after - m.load_before',
  load_after: 'm.load_after',
  cost_moved: 'm.cost_moved',
} as const;
const NAMED = {
  id: 'm.id',
  day: 'm.day',
  at: 'm.measured_at',
  farm_id: 'm.farm_id',
  farm: 'f.name',
  ingredient_id: 'm.ingredient_id',
  ingredient: 'n.name',
  dm_before: 'm.previous',
  dm_measured: 'm.percent',
  dm_used: 'm.used',
  method: 'm.method',
  ...MOVED,
  user: "nullif(trim(a.first_name || ' ' || a.last_name), '')",
  note: "nullif(m.note, '')",
} as const;

const DAYS_A_MONTH = 365.25 / 12;

/**
 * Figures over measurements. For a feed and month, `tests_a_month` is the actual number and `tests_advised` the number for the heads of the
 * farms.
 */
const FIGURES = {
  measurements: 'm.measurements',
  ...MOVED,
  tests_a_month: per(`m.measurements * ${DAYS_A_MONTH}`, 'm.feeds * m.days'),
  tests_advised: 'm.tests_advised',
  dm_measured: 'm.dm_measured',
  feeds: 'm.feeds',
} as const;
type Sums = LevelRow<typeof FIGURES & { day: string; ingredient_id: string; ingredient: string }>;

const measured = (scope: ReportScope) => sql`
  measured as (
    select m.*, m.day - (
        select p.day from measurement p
        where p.client_id = m.client_id and p.ingredient_id = m.ingredient_id and (p.measured_at, p.id) < (m.measured_at, m.id)
        order by p.measured_at desc, p.id desc limit 1
      ) as days_since
    from measurement m join ingredient n on n.client_id = m.client_id and n.id = m.ingredient_id
    where ${inScope(scope, 'm', 'day')} and ${matchesIngredient(scope, 'n')}
  )`;

/** Each measurement, as they were made. */
async function measurements(scope: ReportScope): Promise<CellsOf<typeof NAMED>[]> {
  const { client } = scope;
  const { rows } = await sql<CellsOf<typeof NAMED>>`
    with ${measured(scope)}
    select ${sql.raw(selected(NAMED))}
    from measured m
    join ingredient n on n.client_id = ${client} and n.id = m.ingredient_id
    join farm f on f.client_id = ${client} and f.id = m.farm_id
    left join account a on a.id = m.account_id
    order by m.day, m.measured_at, m.id`.execute(scope.db);
  return rows;
}

/** The total, and sums by day and feed. */
async function sums(scope: ReportScope): Promise<Sums[]> {
  const { client, farms, from, to } = scope;
  const days = farms.map(({ today }) => today).toSorted();
  const last = days.at(-1) ?? to;
  const { rows } = await sql<Sums>`
    with ${measured(scope)}, advised as (
      select avg((select max(v.tests) from (values ${sql.join(TESTS_A_MONTH.map(({ heads, tests }) => sql`(${heads}::integer, ${tests}::integer)`))}) v (heads, tests)
          where v.heads <= g.heads)) as tests
      from (
        select farm_id, sum(animal_count) as heads from animal_group
        where client_id = ${client} and farm_id = any(${scope.farmIds}) and not deleted group by farm_id having sum(animal_count) > 0
      ) g
    ), summed as (
      select case grouping(ingredient_id, day) when 1 then 'ingredient' when 2 then 'day' else 'total' end as level, ingredient_id, day,
        count(*) as measurements, count(distinct ingredient_id) as feeds, greatest(least(${to}::date, ${last}::date) - ${from}::date + 1, 1) as days,
        avg(days_since) as days_since, sum(replanned) as replanned, sum(load_before) as load_before, sum(load_after) as load_after,
        sum(cost_moved) as cost_moved, avg(percent) as dm_measured, (select tests from advised) as tests_advised
      from measured group by grouping sets ((ingredient_id), (day), ())
    )
    select m.level, m.day, m.ingredient_id, n.name as ingredient, ${sql.raw(shown(FIGURES))}
    from summed m left join ingredient n on n.client_id = ${client} and n.id = m.ingredient_id
    where m.measurements > 0
    order by m.day, n.name, m.ingredient_id`.execute(scope.db);
  return rows;
}

const TILES = ['measurements', 'tests_a_month', 'tests_advised', 'load_moved', 'cost_moved'] as const;
const TOTALS = namesOf(MOVED);

async function makeDryMatter(scope: ReportScope): Promise<Made<typeof dryMatterView>> {
  const [rows, all, before] = await Promise.all([measurements(scope), sums(scope), previously(scope, sums)]);
  const [total] = atLevel(all, 'total');
  return {
    rows,
    totals: pick(total, TOTALS),
    tiles: pick(total, TILES),
    previous: before && pick(atLevel(before, 'total')[0], TILES),
    series: {
      // A line over several feeds would show the values of none of them.
      dm_by_day: total?.feeds === 1 ? atLevel(all, 'day').map((row) => pick(row, ['day', 'dm_measured'])) : [],
      moved_by_ingredient: atLevel(all, 'ingredient').map((row) => pick(row, ['ingredient', 'ingredient_id', 'cost_moved'])),
    },
  };
}

export const dryMatterServer: ReportServer<typeof dryMatterView> = {
  rowKeys: ['day', 'ingredient_id'],
  viewOf: () => dryMatterView,
  make: makeDryMatter,
};
