import { sql } from 'kysely';
import { DRY_MATTER_ID, unitRows } from '#server/domain/nutrient-amounts.ts';
import { daySourcesOf } from './feeding-days.ts';
import { type CellsOf, per, percentOf, selected, shown } from './formulas.ts';
import { daysBelow } from './judged-nutrients.ts';
import { nutrientTotals } from './nutrient-months.ts';
import type { ReportScope } from './scope.ts';

const headDay = (sum: string) => per(`t.${sum} * s.amount`, 't.head_days');

/** The amounts per head and day at each stage, and the steps between them. */
const STAGES = {
  nutrient_paper: headDay('paper'),
  nutrient_loaded: headDay('loaded'),
  nutrient_delivered: headDay('delivered'),
  nutrient_eaten: headDay('eaten'),
} as const;
/** The difference of two shown figures, so that the shown steps sum exactly. */
const between = (from: string, to: string) => `round(${headDay(to)}, 6) - round(${headDay(from)}, 6)`;
const STEPS = {
  step_loading: between('paper', 'loaded'),
  step_division: between('loaded', 'divided'),
  step_mixer: between('divided', 'delivered'),
  step_refusals: between('delivered', 'eaten'),
  step_percent: percentOf('t.eaten - t.paper', 't.paper'),
} as const;
/** SQL: n² × the variance of amounts with these sums, so that no division comes before the last one. */
const spread = (name: string, count: string) => `(${count} * t.${name}_squares - t.${name}_sum * t.${name}_sum)`;
/** SQL: standard deviation of a sample ÷ mean, in percent; null for one value. */
const variation = (name: string, count: string) =>
  percentOf(`sqrt(${spread(name, count)} / nullif(${count}::numeric * (${count} - 1), 0)) * ${count}`, `t.${name}_sum`);
const varianceShare = (stage: string) => `round(${percentOf(spread(stage, 't.days'), spread('eaten', 't.days'))}, 6)`;
/**
 * Parts of the variance over days, in percent of the variance of the eaten amount: that of the plan alone, and what each cause adds when it is
 * switched on: dry matter, analyses, loading, division, refusals. Differences of shown shares, so that the parts sum to 100 exactly. A negative
 * part is a cause that evens out another one.
 */
const VARIANCE = {
  variance_plan: varianceShare('steady'),
  variance_dry_matter: `${varianceShare('moist')} - ${varianceShare('steady')}`,
  variance_analyses: `${varianceShare('paper')} - ${varianceShare('moist')}`,
  variance_loading: `${varianceShare('loaded')} - ${varianceShare('paper')}`,
  variance_division: `${varianceShare('delivered')} - ${varianceShare('loaded')}`,
  variance_refusals: `100 - ${varianceShare('delivered')}`,
} as const;
/** The eaten amount in the norm's basis: per head, or in dry matter. */
const VALUE = `case m.per when 'head' then ${headDay('eaten')} when 'dry' then ${per('t.eaten', 't.eaten_dm')} end`;
const BOUND = 'coalesce(m.target, m.min, m.max)';
const FIGURES = {
  ...STAGES,
  ...STEPS,
  ...VARIANCE,
  nutrient_cv: variation('eaten', 't.days'),
  nutrient_cv_loads: variation('content', 't.loads'),
  norm_value: VALUE,
  norm_min: 'm.min',
  norm_target: 'm.target',
  norm_max: 'm.max',
  norm_difference: `${VALUE} - ${BOUND}`,
  norm_difference_percent: percentOf(`(${VALUE}) - ${BOUND}`, BOUND),
  days_below: 'case when m.per is not null then coalesce(b.days, 0) end',
  nutrient_covered: percentOf('t.covered', 't.whole_dm'),
} as const;
const NAMED = {
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 't.group_id',
  group: 'g.name',
  nutrient_id: 't.nutrient_id',
  nutrient: 'n.name',
  nutrient_position: 'n.position',
  amount_unit: 's.amount_unit',
  norm_unit: "case m.per when 'head' then s.amount_unit when 'dry' then n.unit end",
} as const;
export type NutrientRow = CellsOf<typeof NAMED & typeof FIGURES>;

/**
 * Each group's nutrients over the range, dry matter first. Days are judged by the norm of their day; the norm that is shown is that of the last
 * day.
 */
export async function nutrientRows(scope: ReportScope): Promise<NutrientRow[]> {
  const { client, db } = scope;
  const sources = await daySourcesOf(scope, false);
  const { rows } = await sql<NutrientRow>`
    with ${nutrientTotals(scope, sources)}, ${daysBelow(scope, sources)}
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from nutrient_total t
    join (${unitRows(client)}) s on s.nutrient_id = t.nutrient_id
    left join nutrient n on n.client_id = ${client} and n.id = t.nutrient_id
    left join judged_by m on m.group_id = t.group_id and m.nutrient_id = t.nutrient_id and ${scope.to}::date >= m.since and ${scope.to}::date < m.until
    left join below_of b on b.group_id = t.group_id and b.nutrient_id = t.nutrient_id
    join farm f on f.client_id = ${client} and f.id = t.farm_id
    join animal_group g on g.client_id = ${client} and g.id = t.group_id
    order by f.name, t.farm_id, g.name, t.group_id, t.nutrient_id > ${DRY_MATTER_ID}, n.position, n.name`.execute(db);
  return rows;
}

/** The lowest part of dry matter with an analysis, of any group and nutrient; null without rows. */
export function findLowestCoverage(rows: readonly NutrientRow[]): number | null {
  const covered = rows.flatMap(({ nutrient_covered }) => (nutrient_covered === null ? [] : [Number(nutrient_covered)]));
  return covered.length > 0 ? Math.min(...covered) : null;
}
