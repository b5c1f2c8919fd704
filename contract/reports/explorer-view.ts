import type { Item } from '#contract/access.ts';
import { isBesidePlan } from './beside-plan.ts';
import { column, costOfError, figure } from './columns.ts';
import { DIMENSIONS, type Dimension, MAX_ROWS, MEASURES, MEASURES_OF, type Measure, type MeasuredOn } from './explorer-words.ts';
import type { Column, ReportFilter, ReportView, Tile } from './shape.ts';

/** Filters that select a part of a group's feed. Milk and a group's nutrients have no such parts. */
const NOT_OF_MILK = ['ingredient', 'ration', 'worker', 'mixer', 'loading', 'status'] as const;

/** Filters that decide which measures are possible. */
type Narrowing = Partial<Record<'group' | 'animal_type' | (typeof NOT_OF_MILK)[number], readonly unknown[] | undefined>>;

/** A query of the explorer, from an address or on the server. */
export interface Asked extends Narrowing {
  row?: readonly string[] | undefined;
  measure?: readonly string[] | undefined;
}
export interface Cut {
  rows: readonly Dimension[];
  measures: readonly Measure[];
}

/** Default rows and measures; by feed, the measures that feeds have. */
const FIRST_ROWS: readonly Dimension[] = ['group'];
const FIRST_MEASURES: readonly Measure[] = [
  'delivery_plan',
  'delivery_waiting',
  'delivery_not_recorded',
  'delivered',
  'delivery_deviation',
  'delivery_deviation_percent',
  'cost',
  'cost_per_head',
];
const FIRST_OF_FEEDS: readonly Measure[] = ['given', 'dry_matter', 'cost', 'price_given'];

const filterKnown = <T extends string>(all: readonly T[], words: readonly string[] = []): T[] =>
  words.flatMap((word) => all.find((one) => one === word) ?? []);

/** The rows and measures that the query selects, or the defaults. */
export function cutOf(query: Asked): Cut {
  const chosen = filterKnown(DIMENSIONS, query.row).slice(0, MAX_ROWS);
  const measures = filterKnown(MEASURES, query.measure);
  const rows = chosen.length > 0 ? chosen : FIRST_ROWS;
  return { rows, measures: measures.length > 0 ? measures : tellsFeeds(rows, query) ? FIRST_OF_FEEDS : FIRST_MEASURES };
}

/** Words of the query that aren't shown: unknown, too many, or impossible with the others. */
export function leftOut(query: Asked): { unknown: string[]; beyond: Dimension[]; unavailable: Measure[] } {
  const { rows, measures } = cutOf(query);
  return {
    unknown: [...(query.row ?? []), ...(query.measure ?? [])].filter(
      (word) => filterKnown([...DIMENSIONS, ...MEASURES], [word]).length === 0,
    ),
    beyond: filterKnown(DIMENSIONS, query.row).slice(MAX_ROWS),
    unavailable: measures.filter((measure) => !canTell(measure, rows, query)),
  };
}

/** The cut without impossible measures. */
export function fittingCut(query: Asked): Cut {
  const { rows, measures } = cutOf(query);
  const fitting = measures.filter((measure) => canTell(measure, rows, query));
  return { rows, measures: fitting.length > 0 ? fitting : cutOf({ ...query, measure: [] }).measures };
}

export const measuredOn = (measure: Measure): MeasuredOn =>
  (Object.keys(MEASURES_OF) as MeasuredOn[]).find((on) => MEASURES_OF[on].some((one) => one === measure)) ?? 'delivery';

export const TIMES: readonly Dimension[] = ['day', 'week', 'month'];
/** The key of a row's place in a dimension: its first day, or an id. */
export const keyOfDimension = (dimension: Dimension): string => (TIMES.includes(dimension) ? dimension : `${dimension}_id`);
const OF_FEEDS: readonly Dimension[] = ['ingredient', 'ingredient_type'];
const OF_GROUPS: readonly Dimension[] = ['group', 'animal_type'];
const OF_MILK: readonly Dimension[] = [...TIMES, 'farm', 'group'];
const OF_NUTRIENTS: readonly Dimension[] = [...OF_MILK, 'animal_type'];
const among = (rows: readonly Dimension[], some: readonly Dimension[]) => rows.some((row) => some.includes(row));

/** True if rows or filters distinguish feeds: then shares of each feed are summed. */
export const tellsFeeds = (rows: readonly Dimension[], filters: { ingredient?: readonly unknown[] | undefined }): boolean =>
  among(rows, OF_FEEDS) || Boolean(filters.ingredient?.length);

/**
 * True if a measure is possible for these rows and filters: unloading has no feeds, heads belong to groups, a load isn't for one of several
 * groups, and milk and nutrients belong to groups and farms.
 */
export function canTell(measure: Measure, rows: readonly Dimension[], filters: Narrowing): boolean {
  switch (measuredOn(measure)) {
    case 'delivery':
      return !tellsFeeds(rows, filters);
    case 'share':
      return true;
    case 'loading':
      return !among(rows, OF_GROUPS) && !(measure === 'undelivered' && (filters.group?.length || filters.animal_type?.length));
    case 'milk':
      return rows.every((row) => OF_MILK.includes(row)) && !NOT_OF_MILK.some((filter) => filters[filter]?.length);
    case 'nutrient':
      return rows.every((row) => OF_NUTRIENTS.includes(row)) && !NOT_OF_MILK.some((filter) => filters[filter]?.length);
  }
}

/** Additional rights of measures: those of the reports that show them. */
const RIGHTS: Partial<Record<MeasuredOn, Item>> = { loading: 'load' };
export const rightsOf = (measures: readonly Measure[]): Item[] => [...new Set(measures.map(measuredOn))].flatMap((on) => RIGHTS[on] ?? []);

/** The filter that a row of a dimension sets, in addition to days. */
export const FILTER_OF: Partial<Record<Dimension, ReportFilter>> = {
  farm: 'farm',
  group: 'group',
  animal_type: 'animal_type',
  ration: 'ration',
  ingredient: 'ingredient',
  operator: 'worker',
  mixer: 'mixer',
  period: 'loading',
};

/** Dimensions that only this report has. */
const OWN: readonly Dimension[] = ['week', 'month', 'animal_type', 'ingredient_type'];
const nameDimension = (dimension: Dimension) => (OWN.includes(dimension) ? { label: `explorer:column.${dimension}` } : {});

/** The column of a dimension. The farm's column is a choice of this report and stays for a single farm. */
export const dimensionColumn = (dimension: Dimension): Column => {
  if (TIMES.includes(dimension)) return column(dimension, dimension === 'month' ? 'month' : 'date', nameDimension(dimension));
  if (dimension === 'farm') return column('farm_name', 'text');
  return column(dimension, 'text', nameDimension(dimension));
};

const kg = (label: string, total: 'sum' | 'formula' = 'sum', hint = ''): Spec => ({ kind: 'weight', label, total, hint });
const percent = (label: string, hint = ''): Spec => ({ kind: 'percent', label, total: 'formula', hint });
const money = (label: string, total: 'sum' | 'formula', hint = ''): Spec => ({ kind: 'money', label, total, hint });
const price = (label: string, hint = ''): Spec => ({ kind: 'price', label, total: 'formula', hint });

interface Spec {
  kind: Column['kind'];
  label: string;
  total: 'sum' | 'formula';
  /** Key of the formula among the hints of reports, or a full key; '' for the measure's own. */
  hint: string;
  decimals?: number;
  deviation?: true;
  good?: Tile['good'];
}

const off = (spec: Spec): Spec => ({ ...spec, deviation: true, good: 'zero' });
const up = (spec: Spec): Spec => ({ ...spec, good: 'up' });
const down = (spec: Spec): Spec => ({ ...spec, good: 'down' });

const ofNutrient = <const K extends string>(key: K): Spec => ({
  ...kg(`explorer:measure.${key}`, 'formula', `explorer:hint.${key}`),
  decimals: 2,
});

const SPECS: Record<Exclude<Measure, 'unloading_cost_of_error' | 'loading_cost_of_error'>, Spec> = {
  delivery_plan: kg('explorer:measure.delivery_plan', 'sum', 'plan'),
  delivery_waiting: kg('explorer:measure.delivery_waiting', 'sum', 'waiting'),
  delivery_not_recorded: kg('explorer:measure.delivery_not_recorded', 'sum', 'not_recorded'),
  delivered: kg('reports:tile.delivered', 'sum', 'fact'),
  delivery_deviation: off(kg('explorer:measure.delivery_deviation', 'formula', 'deviation')),
  delivery_deviation_percent: off(percent('explorer:measure.delivery_deviation', 'deviation_percent')),
  leftovers: kg('reports:column.leftovers'),
  leftovers_percent: percent('reports:column.leftovers_percent'),
  eaten: kg('reports:tile.eaten'),
  heads: { kind: 'count', label: 'reports:column.head_days', total: 'formula', hint: 'heads' },
  plan_per_head: kg('explorer:measure.plan_per_head', 'formula'),
  fact_per_head: kg('explorer:measure.fact_per_head', 'formula'),
  dry_matter_per_head: kg('explorer:measure.dry_matter_per_head', 'formula'),
  dmi: kg('reports:tile.dmi', 'formula'),
  cost_per_head: down(money('reports:tile.cost_per_head', 'formula')),
  unloading_accuracy: up(percent('reports:tile.unloading_accuracy')),
  unloading_bias: { ...percent('reports:tile.unloading_bias'), good: 'zero' },
  unloading_bullseye: up(percent('explorer:measure.unloading_bullseye', 'bullseye')),
  given: kg('explorer:measure.given', 'sum', 'given'),
  carried: kg('explorer:measure.carried', 'sum', 'explorer:hint.carried'),
  dry_matter: kg('reports:column.dry_matter'),
  cost: down(money('reports:tile.cost', 'sum')),
  price_given: down(price('reports:tile.price_given')),
  cost_per_dry_matter: down(price('reports:tile.cost_per_dry_matter')),
  loading_plan: kg('explorer:measure.loading_plan', 'sum', 'plan'),
  loading_waiting: kg('explorer:measure.loading_waiting', 'sum', 'waiting'),
  loading_not_recorded: kg('explorer:measure.loading_not_recorded', 'sum', 'not_recorded'),
  loaded: kg('reports:tile.loaded', 'sum', 'fact'),
  undelivered: down(kg('reports:tile.undelivered')),
  loading_deviation: off(kg('explorer:measure.loading_deviation', 'formula', 'deviation')),
  loading_deviation_percent: off(percent('explorer:measure.loading_deviation', 'deviation_percent')),
  loaded_dry_matter: kg('explorer:measure.loaded_dry_matter', 'sum', 'dry_matter'),
  loaded_cost: down(money('explorer:measure.loaded_cost', 'sum', 'cost')),
  loaded_price: down(price('explorer:measure.loaded_price', 'explorer:hint.loaded_price')),
  loading_accuracy: up(percent('reports:tile.loading_accuracy')),
  loading_bias: { ...percent('reports:tile.loading_bias'), good: 'zero' },
  loading_bullseye: up(percent('explorer:measure.loading_bullseye', 'bullseye')),
  milk: up(kg('explorer:measure.milk', 'sum', 'explorer:hint.milk')),
  milk_per_head: up(kg('explorer:measure.milk_per_head', 'formula', 'explorer:hint.milk_per_head')),
  milk_money: up(money('explorer:measure.milk_money', 'sum', 'explorer:hint.milk_money')),
  iofc: up(money('explorer:measure.iofc', 'sum', 'explorer:hint.iofc')),
  iofc_per_head: up(money('reports:column.iofc_per_head', 'formula')),
  efficiency: up({ kind: 'ratio', label: 'reports:column.efficiency', total: 'formula', hint: '' }),
  cost_per_milk: down({ ...price('reports:column.cost_per_milk'), decimals: 4 }),
  protein_delivered_per_head: ofNutrient('protein_delivered_per_head'),
  protein_eaten_per_head: ofNutrient('protein_eaten_per_head'),
  ndf_eaten_per_head: ofNutrient('ndf_eaten_per_head'),
  starch_eaten_per_head: ofNutrient('starch_eaten_per_head'),
  cost_per_protein: down(price('explorer:measure.cost_per_protein', 'explorer:hint.cost_per_protein')),
  nitrogen_efficiency: up(percent('explorer:measure.nitrogen_efficiency', 'explorer:hint.nitrogen_efficiency')),
  methane_per_head: down({ ...ofNutrient('methane_per_head'), decimals: 3 }),
};

/** The column of a measure. */
export function measureColumn(measure: Measure): Column {
  if (measure === 'unloading_cost_of_error') return costOfError('unloading');
  if (measure === 'loading_cost_of_error') return costOfError('loading');
  const { kind, label, total, hint, decimals, deviation } = SPECS[measure];
  const texts = { label, hint: hint.includes(':') ? hint : `hints:${hint || measure}` };
  return figure(measure, kind, total, { ...texts, ...(decimals === undefined ? {} : { decimals }), ...(deviation ? { deviation } : {}) });
}

function toTile(measure: Measure): ReportView['tiles'][number] {
  const { key, label, kind, hint } = measureColumn(measure);
  const good = measure in SPECS ? SPECS[measure as keyof typeof SPECS].good : 'zero';
  return { key, label, kind, ...(hint ? { hint } : {}), ...(good ? { good } : {}) };
}

const MAX_TILES = 6;
const MAX_LINES = 3;

/** The name of several measures in one chart: their common source, or the kind of rows. */
function seriesLabel(drawn: readonly Column[], first: Dimension): string {
  const [on, ...others] = new Set(drawn.map(({ key }) => measuredOn(key as Measure)));
  return on && others.length === 0 ? `explorer:of.${on}` : dimensionColumn(first).label;
}

/** The explorer's columns, tiles and chart for a query, on server, screen and in files. */
export function explorerView(query: Asked): ReportView {
  const { rows, measures } = cutOf(query);
  const columns = measures.map(measureColumn);
  const [first] = rows as [Dimension];
  const leading = columns.filter(({ key }) => !isBesidePlan(key, measures));
  // Next to its own base, a deviation would be a line at the foot of the chart, and so would a figure per head.
  const isOfHead = (column: Column | undefined) => column?.key.endsWith('_per_head');
  const drawn = leading
    .filter(
      (column, place) =>
        column.kind === leading[0]?.kind && isOfHead(column) === isOfHead(leading[0]) && (!column.deviation || place === 0),
    )
    .slice(0, MAX_LINES);
  const filter = TIMES.includes(first) ? 'planned_on' : FILTER_OF[first];
  const ofMilk = measures.some((measure) => measuredOn(measure) === 'milk');
  // Milk of a whole farm belongs to no group.
  const rowColumn = (dimension: Dimension): Column =>
    ofMilk && dimension === 'group' ? { ...dimensionColumn(dimension), empty: 'explorer:whole_farm' } : dimensionColumn(dimension);
  return {
    columns: [...rows.map(rowColumn), ...columns],
    tiles: leading.slice(0, MAX_TILES).map(({ key }) => toTile(key as Measure)),
    series: [
      {
        key: 'by_row',
        label: drawn.length > 1 ? seriesLabel(drawn, first) : (drawn[0]?.label ?? ''),
        type: TIMES.includes(first) ? 'line' : 'bar',
        x: dimensionColumn(first),
        y: drawn,
        ...(filter ? { filter } : {}),
      },
    ],
  };
}

/** Measures that need records some clients never make, by kind of record. */
export const MEASURES_OF_RECORDS = {
  milk: MEASURES_OF.milk,
  refed: ['carried'],
  nutrients: MEASURES_OF.nutrient,
} as const satisfies Record<string, readonly Measure[]>;
export type RecordKind = keyof typeof MEASURES_OF_RECORDS;
export const RECORD_KINDS = Object.keys(MEASURES_OF_RECORDS) as RecordKind[];
export const EXPLORER_OFFERS_PATH = 'explorer/offers';
