import { sql } from 'kysely';
import { analysesView } from '#contract/reports/analyses-view.ts';
import { allCells } from '#server/reports/kit/heat-cells.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { matchesIngredient } from '#server/reports/sql/conditions.ts';
import { type CellsOf, percentOf, selected } from '#server/reports/sql/formulas.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

/** Earlier samples of a feed that limits are computed from: those of a year, at least three. */
const LIMIT_DAYS = 365;
const LEAST_SAMPLES = 3;
/** Standard deviation of a median absolute deviation, and the width of the limits in standard deviations. */
const OF_MAD = 1.4826;
const WIDTH = 3;

const NAMED = {
  id: "t.analysis_id || '_' || t.nutrient_id",
  analysis_id: 't.analysis_id',
  farm_id: 't.farm_id',
  farm: 'f.name',
  ingredient_id: 't.ingredient_id',
  ingredient: 't.ingredient',
  nutrient_id: 't.nutrient_id',
  nutrient: 'n.name',
  nutrient_position: 'n.position',
  day: 't.day',
  analysis_method: 't.method',
  lab: "nullif(t.lab, '')",
  analysis_unit: 'n.unit',
  analysis_value: 't.value',
  analysis_usual: 't.usual',
  analysis_lower: `round(t.usual - ${WIDTH} * t.spread, 6)`,
  analysis_upper: `round(t.usual + ${WIDTH} * t.spread, 6)`,
  analysis_beyond: `case when abs(t.value - t.usual) > ${WIDTH} * t.spread then round(t.value - t.usual, 6) end`,
  analysis_age: 't.age',
  analysis_off_percent: `round(${percentOf('t.value - t.usual', 't.usual')}, 6)`,
} as const;
type AnalysisRow = CellsOf<typeof NAMED>;

/**
 * Measured samples of the range; limits come from the samples before each one. Age counts up to the feed's next sample in the range, or to the
 * range's last day, today at the latest: later samples don't change the figures of a closed month.
 */
async function sampleRows(scope: ReportScope): Promise<AnalysisRow[]> {
  const { client, db, farmIds, from, to } = scope;
  const today =
    scope.farms
      .map((farm) => farm.today)
      .toSorted()
      .at(-1) ?? to;
  const { rows } = await sql<AnalysisRow>`
    with sample as materialized (
      select a.id as analysis_id, i.farm_id, a.ingredient_id, i.name as ingredient, v.nutrient_id, a.sampled_on as day, a.method, a.lab, v.value,
        coalesce((select min(x.sampled_on) from analysis x where x.client_id = a.client_id and x.ingredient_id = a.ingredient_id
          and x.method <> 'book' and x.sampled_on > a.sampled_on and x.sampled_on <= ${to}::date), least(${today}::date, ${to}::date)) - a.sampled_on as age
      from analysis a
      join analysis_value v on v.client_id = a.client_id and v.analysis_id = a.id
      join ingredient i on i.client_id = a.client_id and i.id = a.ingredient_id
      where a.client_id = ${client} and i.farm_id = any(${farmIds}) and a.method <> 'book' and ${matchesIngredient(scope, 'i')}
        and a.sampled_on between ${from}::date - ${LIMIT_DAYS}::integer and ${to}::date
    ), usual_of as (
      select s.analysis_id, s.nutrient_id, percentile_disc(0.5) within group (order by p.value) as usual, count(*) as earlier
      from sample s join sample p on p.ingredient_id = s.ingredient_id and p.nutrient_id = s.nutrient_id
        and p.day < s.day and p.day >= s.day - ${LIMIT_DAYS}::integer
      where s.day >= ${from}::date group by s.analysis_id, s.nutrient_id having count(*) >= ${LEAST_SAMPLES}
    ), spread_of as (
      select u.analysis_id, u.nutrient_id, u.usual, ${OF_MAD}::numeric * percentile_disc(0.5) within group (order by abs(p.value - u.usual)) as spread
      from usual_of u
      join sample s on s.analysis_id = u.analysis_id and s.nutrient_id = u.nutrient_id
      join sample p on p.ingredient_id = s.ingredient_id and p.nutrient_id = s.nutrient_id
        and p.day < s.day and p.day >= s.day - ${LIMIT_DAYS}::integer
      group by u.analysis_id, u.nutrient_id, u.usual
    ), t as (
      select s.*, l.usual, l.spread from sample s
      left join spread_of l on l.analysis_id = s.analysis_id and l.nutrient_id = s.nutrient_id where s.day >= ${from}::date
    )
    select ${sql.raw(selected(NAMED))}
    from t join nutrient n on n.client_id = ${client} and n.id = t.nutrient_id and not n.deleted
    join farm f on f.client_id = ${client} and f.id = t.farm_id
    order by t.day desc, f.name, t.ingredient, t.ingredient_id, t.analysis_id, n.position, n.name`.execute(db);
  return rows;
}

function countSamples(rows: readonly AnalysisRow[]) {
  const newest = new Map(rows.toReversed().map(({ ingredient_id, analysis_age }) => [ingredient_id, Number(analysis_age)]));
  return {
    analysis_samples: new Set(rows.map(({ analysis_id }) => analysis_id)).size,
    analyses_beyond: rows.filter(({ analysis_beyond }) => analysis_beyond !== null).length,
    analysis_oldest: newest.size > 0 ? Math.max(...newest.values()) : null,
  };
}

/** The newest sample of each feed and nutrient compared with the usual value. Rows come newest first. */
function drawNewest(rows: readonly AnalysisRow[]) {
  const compared = rows.filter(({ analysis_off_percent }) => analysis_off_percent !== null);
  const newest = new Map(compared.toReversed().map((row) => [`${row.ingredient_id} ${row.nutrient_id}`, row]));
  return allCells(
    [...newest.values()].map((row) =>
      pick(row, ['ingredient', 'ingredient_id', 'nutrient', 'nutrient_id', 'nutrient_position', 'analysis_off_percent']),
    ),
    'ingredient',
    'nutrient',
    'nutrient_position',
  );
}

/** Age of each feed's newest sample, the oldest first. */
function drawAges(rows: readonly AnalysisRow[]) {
  const newest = new Map(rows.toReversed().map((row) => [row.ingredient_id, row]));
  return [...newest.values()]
    .toSorted((a, b) => Number(b.analysis_age) - Number(a.analysis_age))
    .map((row) => pick(row, ['ingredient', 'ingredient_id', 'analysis_age']));
}

async function makeAnalyses(scope: ReportScope): Promise<Made<typeof analysesView>> {
  const [rows, before] = await Promise.all([sampleRows(scope), previously(scope, sampleRows)]);
  return {
    rows,
    totals: {},
    tiles: countSamples(rows),
    previous: before && countSamples(before),
    series: { usual_map: drawNewest(rows), age_by_ingredient: drawAges(rows) },
  };
}

export const analysesServer: ReportServer<typeof analysesView> = {
  rowKeys: ['day', 'ingredient_id', 'nutrient_id'],
  viewOf: () => analysesView,
  make: makeAnalyses,
};
