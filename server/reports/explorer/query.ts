import { type RawBuilder, sql } from 'kysely';
import { canTell, cutOf, explorerView, keyOfDimension, measuredOn, rightsOf, TIMES } from '#contract/reports/explorer-view.ts';
import type { Dimension, Measure } from '#contract/reports/explorer-words.ts';
import type { Row } from '#contract/reports/shape.ts';
import { invalid } from '#server/platform/errors.ts';
import { milkNotes } from '#server/reports/iofc/notes.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { daySourcesOf, fedParts } from '#server/reports/sql/feeding-days.ts';
import { feedingPortions, feedings } from '#server/reports/sql/feedings.ts';
import { shown } from '#server/reports/sql/formulas.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { deliverySums, shareSums, sharesFrom } from './delivered.ts';
import { keyList, namesOf } from './dimensions.ts';
import { loadingSums } from './loaded.ts';
import { ACROSS, DELIVERY, LOADING, MILK, NUTRIENT, OF_LEFTOVERS, SHARE, TAKEN } from './measures.ts';
import { milkSums } from './milk.ts';
import { nutrientSums } from './nutrients.ts';

/** Figures of one source by level, under their own names; those of other sources are null. */
const selectFigures = (source: string, rows: readonly Dimension[], taken: readonly Measure[], formulas: Partial<Record<Measure, string>>) =>
  sql.raw(
    `select level, ${keyList(rows)} ${taken.map((measure) => `${formulas[measure] ?? 'null::numeric'} as ${measure}`).join(', ')} from ${source}`,
  );

const isOfMilk = (measure: Measure) => measuredOn(measure) === 'milk';

/** Its dimensions and measures are known only at run time. */
type FoundRow = Row & { level: string };

/** A source of measures: the steps of the query that sum it, the name of the last step, and its measures by name. */
interface Source {
  name: string;
  steps: readonly RawBuilder<unknown>[];
  formulas: Partial<Record<Measure, string>>;
}

/** Sums of feed that was given, and of its shares by ingredient. */
async function readFeedSources(
  scope: ReportScope,
  rows: readonly Dimension[],
  taken: readonly Measure[],
  whole: boolean,
): Promise<Source[]> {
  const isTaken = (source: ReturnType<typeof measuredOn>) => taken.some((measure) => measuredOn(measure) === source);
  const shareSource = isTaken('share') ? sharesFrom(scope, rows) : null;
  const delivers = isTaken('delivery') || shareSource === 'delivery_sum';
  const shares = shareSource === 'share_sum';
  if (!delivers && !shares) return [];
  const days = await daySourcesOf(
    scope,
    taken.some((measure) => OF_LEFTOVERS.includes(measure)),
  );
  const facts = days.facts ? [delivers ? feedings(days.facts) : feedingPortions(days.facts)] : [];
  const delivery: Source = {
    name: 'delivery_sum',
    steps: [fedParts(scope, days), deliverySums(scope, rows, whole)],
    formulas: shares ? DELIVERY : { ...DELIVERY, ...SHARE },
  };
  const share: Source = { name: 'share_sum', steps: [shareSums(scope, days, rows, whole)], formulas: SHARE };
  const [first, ...more] = [...(delivers ? [delivery] : []), ...(shares ? [share] : [])] as [Source, ...Source[]];
  return [{ ...first, steps: [...facts, ...first.steps] }, ...more];
}

/** Sums of loads, milk and nutrients. */
async function readOtherSources(
  scope: ReportScope,
  rows: readonly Dimension[],
  taken: readonly Measure[],
  whole: boolean,
): Promise<Source[]> {
  const ofLoading = taken.filter((measure) => measuredOn(measure) === 'loading');
  const loading = () => loadingSums(scope, rows, ofLoading, whole);
  const milk = async () => milkSums(scope, await daySourcesOf(scope, false), rows, whole);
  const nutrients = async () => nutrientSums(scope, await daySourcesOf(scope, false), rows, whole);
  return [
    ...(ofLoading.length > 0 ? [{ name: 'loading_sum', steps: [loading()], formulas: LOADING }] : []),
    ...(taken.some(isOfMilk) ? [{ name: 'milk_sum', steps: [await milk()], formulas: MILK }] : []),
    ...(taken.some((measure) => measuredOn(measure) === 'nutrient')
      ? [{ name: 'nutrient_sum', steps: [await nutrients()], formulas: NUTRIENT }]
      : []),
  ];
}

/** Measures of the rows or of their total: each source is queried once, and the results are joined by the rows' keys. */
async function query(scope: ReportScope, rows: readonly Dimension[], measures: readonly Measure[], whole: boolean): Promise<FoundRow[]> {
  const taken = [...new Set(measures.flatMap((measure) => TAKEN[measure] ?? [measure]))];
  const used = [...(await readFeedSources(scope, rows, taken, whole)), ...(await readOtherSources(scope, rows, taken, whole))];
  const steps = used.flatMap((source) => source.steps);
  const parts = used.map(({ name, formulas }) => selectFigures(name, rows, taken, formulas));
  const names = namesOf(scope, rows);
  const figures = Object.fromEntries(measures.map((measure) => [measure, ACROSS[measure] ?? measure]));
  const { rows: found } = await sql<FoundRow>`
    with ${sql.join(steps, sql`, `)}, figure as (
      select level, ${sql.raw(`${keyList(rows)} ${taken.map((measure) => `max(${measure}) as ${measure}`).join(', ')}`)}
      from (${sql.join(parts, sql` union all `)}) p group by ${sql.raw(keyList(rows))} level
    ), figures as (
      select level, ${sql.raw(`${keyList(rows)} ${shown(figures)}`)} from figure
    )
    select t.level, ${sql.raw([names.columns, ...measures.map((measure) => `t.${measure}`)].join(', '))}
    from figures t ${sql.raw(names.joins)}
    order by ${sql.raw(names.order)}`.execute(scope.db);
  return found;
}

const keysIn = (dimension: Dimension): string[] => [
  ...new Set([dimension === 'farm' ? 'farm_name' : dimension, keyOfDimension(dimension)]),
];

/** Sorts points: days by date, others by size. */
function drawn(rows: readonly Row[], dimension: Dimension, keys: readonly string[]): Row[] {
  const picked = rows.map((row) => pick(row, [...keysIn(dimension), ...keys]));
  if (TIMES.includes(dimension)) return picked;
  return picked.sort((a, b) => Number(b[keys[0] ?? '']) - Number(a[keys[0] ?? '']));
}

async function makeExplorer(scope: ReportScope): Promise<Made> {
  const { rows, measures } = cutOf(scope.filters);
  const unavailable = measures.find((measure) => !canTell(measure, rows, scope.filters));
  if (unavailable) throw invalid('measure', 'not_of_these_rows', { values: [unavailable] });
  const [found, before, notes] = await Promise.all([
    query(scope, rows, measures, true),
    previously(scope, (range) => query(range, rows, measures, false)),
    measures.some(isOfMilk) ? milkNotes(scope) : [],
  ]);
  const [total] = atLevel(found, 'total');
  const own = atLevel(found, 'row');
  const [first] = rows as [Dimension];
  const y = explorerView(scope.filters).series[0]?.y.map(({ key }) => key) ?? [];
  return {
    rows: own.map((row) => ({ id: rows.map((dimension) => row[keyOfDimension(dimension)] ?? '-').join('_'), ...row })),
    totals: pick(total, measures),
    tiles: pick(total, measures),
    previous: before && pick(atLevel(before, 'total')[0], measures),
    series: { by_row: drawn(rows.length > 1 ? atLevel(found, 'first') : own, first, y) },
    notes,
    filters: { row: [...rows], measure: [...measures] },
  };
}

export const explorerServer: ReportServer = {
  rowKeys: ({ row = [] }) => row.map(keyOfDimension),
  viewOf: explorerView,
  demands: (filters) => rightsOf(cutOf(filters).measures),
  make: makeExplorer,
};
