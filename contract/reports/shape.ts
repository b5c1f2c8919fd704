import { z } from 'zod';
import type { Item, Module } from '#contract/access.ts';
import { Day, Id, KINDS, type Language, LoadingStatus, TimeOfDay } from '#contract/kinds.ts';
import { RemarkRow } from '#contract/operations/remarks.ts';
import type { Range } from '#contract/periods.ts';
import { IdList, listOf } from '#contract/resource.ts';
import { Base, COMPARED_AS, Comparison } from './comparison.ts';
import { DIMENSIONS, MAX_ROWS, MEASURES } from './explorer-words.ts';
import { ALERT_CODES } from './signal-words.ts';
import { SWITCHES } from './switches.ts';

export { isSwitch, MAX_RANGE_DAYS, SWITCHES } from './switches.ts';

const StatusList = listOf(LoadingStatus);
const PriceList = z.enum(SWITCHES.prices);
const PriceBasis = z.enum(SWITCHES.price_basis);
const Deviations = z.enum(SWITCHES.deviation);
const CompareWith = z.enum(SWITCHES.compare_with);
const MilkRows = z.enum(SWITCHES.milk_rows);
const MilkStep = z.enum(SWITCHES.milk_step);
const Ecm = z.enum(SWITCHES.ecm);
const BudgetRows = z.enum(SWITCHES.budget_rows);
const SupplyBasis = z.enum(SWITCHES.supply_basis);
const Dimension = z.enum(DIMENSIONS);
const Measure = z.enum(MEASURES);
const each = (words: readonly string[]) => new Set(words).size === words.length;

/**
 * All filters; each report selects its own. Days are inclusive, at the farm. `loading` names periods. `previous_on_*` is the comparison
 * period, by default the months or days just before. `loaded_time_*` limit the time of day at the start of loading.
 */
export const REPORT_FILTERS = {
  /** Only for reports across clients. */
  client: IdList,
  farm: IdList,
  planned_on_after: Day,
  planned_on_before: Day,
  animal_type: IdList,
  group: IdList,
  ration: IdList,
  worker: IdList,
  loading: IdList.meta({
    description: 'Ids of periods (`manager/loadings/`); an id of a period on one date (`schedule/loadings/`) is refused',
  }),
  status: StatusList,
  mixer: IdList,
  ingredient: IdList,
  stock: IdList,
  animalfeed_recipe: IdList,
  loaded_time_min: TimeOfDay.optional(),
  loaded_time_max: TimeOfDay.optional(),
  /** One template, whose account codes an accounting export uses. */
  blank: IdList,
  /** Owners of groups. */
  owner: IdList,
  prices: listOf(PriceList),
  price_basis: listOf(PriceBasis),
  deviation: listOf(Deviations),
  milk_rows: listOf(MilkRows),
  milk_step: listOf(MilkStep),
  ecm: listOf(Ecm),
  budget_rows: listOf(BudgetRows),
  /** Scenarios compared with the present plan. */
  scenario: IdList,
  supply_basis: listOf(SupplyBasis),
  compare_with: listOf(CompareWith),
  previous_on_after: Day.optional(),
  previous_on_before: Day.optional(),
  /** For the explorer: row dimensions from the outermost inwards, and measures. */
  row: listOf(Dimension).refine((rows) => rows.length <= MAX_ROWS && each(rows)),
  measure: listOf(Measure).refine(each),
} as const;
export type ReportFilter = keyof typeof REPORT_FILTERS;
const Ids = z.array(Id);
/** As resolved by the server. */
export const ReportFilters = z
  .object({
    client: Ids,
    farm: Ids,
    planned_on_after: Day,
    planned_on_before: Day,
    animal_type: Ids,
    group: Ids,
    ration: Ids,
    worker: Ids,
    loading: Ids,
    status: z.array(LoadingStatus),
    mixer: Ids,
    ingredient: Ids,
    stock: Ids,
    animalfeed_recipe: Ids,
    loaded_time_min: TimeOfDay,
    loaded_time_max: TimeOfDay,
    blank: Ids,
    owner: Ids,
    prices: z.array(PriceList),
    price_basis: z.array(PriceBasis),
    deviation: z.array(Deviations),
    milk_rows: z.array(MilkRows),
    milk_step: z.array(MilkStep),
    ecm: z.array(Ecm),
    budget_rows: z.array(BudgetRows),
    scenario: Ids,
    supply_basis: z.array(SupplyBasis),
    compare_with: z.array(CompareWith),
    previous_on_after: Day,
    previous_on_before: Day,
    row: z.array(Dimension),
    measure: z.array(Measure),
  } satisfies Record<ReportFilter, z.ZodType>)
  .partial();
export type ReportFilters = z.infer<typeof ReportFilters>;

const ReadAs = z.object({ unit: z.string(), times: z.number(), per: z.number() });

/**
 * A column. `label` is a translation key (`reports:…`) unless `verbatim`; `group` is the key of the heading above, `hint` that of the
 * formula's text. `total` is the kind of total, computed by the server over all rows: `sum`, or `formula` of other totals. `deviation`
 * marks a difference from plan: signed, and coloured by tolerance (`<key>_percent`, or the row's `beyond`).
 */
export const Column = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(KINDS),
  verbatim: z.boolean().optional(),
  group: z.string().optional(),
  /** The day in the heading, in the reader's format, instead of a text. */
  day: Day.optional(),
  total: z.enum(['sum', 'formula']).optional(),
  decimals: z.int().optional(),
  hint: z.string().optional(),
  deviation: z.boolean().optional(),
  /** For a deviation shown by its size. */
  unsigned: z.boolean().optional(),
  /** A share, rounded so that the shares of a whole sum to 100.00. */
  parts: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** Cells are words of a fixed list: translation keys under this one. */
  texts: z.string().optional(),
  /** Figures of the row in the unit that this cell names. */
  unit_of: z.array(z.string()).optional(),
  /** By the reader's weight unit and the cell's code: the unit that the reader sees, and the factor `times ÷ per` of the figures. */
  read_as: z.record(z.string(), z.record(z.string(), ReadAs)).optional(),
  /** Shown on a phone's card. Without any such column, a card shows the first texts and figures. */
  card: z.boolean().optional(),
  /** Translation key for an empty cell. */
  empty: z.string().optional(),
  /** Figures of the row whose sum it is (subtracted after a minus): a formula in workbooks. */
  adds: z.array(z.string()).optional(),
  /** A difference column. It follows the compared column and has its label. */
  compares: z.enum(COMPARED_AS).optional(),
});
export type Column = z.infer<typeof Column>;

export const NOTE_CODES = [
  'ignored',
  'incomplete',
  'plan_without_facts',
  'leftover_without_day',
  'stock_below_zero',
  'stale_dry_matter',
  'manual_corrections',
  'milk_missing',
  'feed_missing',
  'milk_unpriced',
  'weight_missing',
  'budget_missing',
] as const;
/** One thing in a note: a feeding, a farm's day, a leftover, an ingredient. `value` in kg. */
export const NoteItem = z.object({ id: z.int().nullable(), day: Day.nullable(), name: z.string(), value: z.number() });
export type NoteItem = z.infer<typeof NoteItem>;
/** Limits of the figures: number of things, their kilograms and money, and the latest of them by name. */
export const Note = z.object({
  code: z.enum(NOTE_CODES),
  count: z.int(),
  value: z.number(),
  money: z.number(),
  items: z.array(NoteItem),
});
export type Note = z.infer<typeof Note>;
/** Max `items` of a note. */
export const MAX_NOTE_ITEMS = 50;

/** A headline figure. `previous` is the same figure in the comparison period, by default the preceding months or days. */
export const Tile = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(KINDS),
  value: z.number().nullable(),
  previous: z.number().nullable().optional(),
  good: z.enum(['up', 'down', 'zero']).optional(),
  /** A change, written with its sign. */
  deviation: z.boolean().optional(),
  hint: z.string().optional(),
});
export type Tile = z.infer<typeof Tile>;

export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof Cell>;
export const Row = z.record(z.string(), Cell);
export type Row = z.infer<typeof Row>;

/**
 * A chart's data: rows keyed like columns. `type` is the kind of chart, `x` the category's key, `y` the values' columns. In a heat map each
 * row is a cell with one value, in the line named by `side` and the column named by `x`; lines are complete and in order. In a control
 * chart the first `y` is the measure, and `ewma`, `target`, `lower`, `upper` have these keys.
 */
export const Series = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['bar', 'line', 'area', 'bullet', 'waterfall', 'stacked', 'heatmap', 'control']),
  x: Column,
  side: Column.optional(),
  y: z.array(Column),
  rows: z.array(Row),
  /** The filter that a click on a point sets, from the row's `<x.key>_id`, or from x for days. */
  filter: z.string().optional(),
  /** The report that a click opens, with the filter. A row's own `opens` has precedence; the default is this report. */
  opens: z.string().optional(),
});
export type Series = z.infer<typeof Series>;

/** One thing of an alert: an ingredient, a farm, a feeding, with its place. `value` is of the alert's `kind`, `money` its worth. */
export const AlertItem = z.object({
  id: z.int(),
  name: z.string(),
  company: z.int(),
  farm: z.int(),
  stock: z.int().nullable(),
  day: Day.nullable(),
  value: z.number().nullable(),
  money: z.number().nullable(),
});
export type AlertItem = z.infer<typeof AlertItem>;
/** Present faults, the worst first: number, total worth, and the first of them. */
export const ReportAlert = z.object({
  code: z.enum(ALERT_CODES),
  kind: z.enum(KINDS),
  count: z.int(),
  money: z.number().nullable(),
  items: z.array(AlertItem),
});
export type ReportAlert = z.infer<typeof ReportAlert>;
/** Max `items` of an alert. */
export const MAX_ALERT_ITEMS = 20;

export const ReportData = z
  .object({
    report: z.string(),
    /** Title of a detail; null for a report itself. */
    title: z.string().nullable(),
    filters: ReportFilters,
    timezone: z.string(),
    currency: z.string(),
    generated_at: z.string(),
    locked_until: Day.nullable(),
    /** True if figures follow today's orders, programmes, rules, plans or norms, also in closed months. */
    by_todays_rules: z.literal(true).optional(),
    columns: z.array(Column),
    rows: z.array(Row),
    totals: Row,
    tiles: z.array(Tile),
    series: z.array(Series),
    notes: z.array(Note),
    /** People's notes of these days within the filters. Their rows are marked in a column of their own. */
    remarks: z.array(RemarkRow).optional(),
    /** For reports with alerts. */
    alerts: z.array(ReportAlert).optional(),
    /** For a compared report: rows, totals and charts then contain the base's figures, too (`Column.compares`). */
    comparison: Comparison.optional(),
    /** Base of the tiles' `previous` in a report without comparison; null if under 80 % of its days have facts. */
    tiles_base: Base.optional(),
  })
  .meta({ id: 'ReportData' });
export type ReportData = z.infer<typeof ReportData>;

/** The declaration of a view. The server adds rows, values, and columns that depend on data. */
export interface ReportView {
  columns: readonly Column[];
  tiles: readonly Omit<Tile, 'value' | 'previous'>[];
  series: readonly Omit<Series, 'rows'>[];
}

/** One report, for both sides. */
export interface ReportDefinition extends ReportView {
  /** The report type of the specification. */
  id: string;
  /** Translation key of its name. */
  label: string;
  /** Translation key of the report's sources, shown if it is empty: without such records, other days are empty too. */
  madeOf?: string;
  /** Path under `/api/report/`, for a report with a path of its own; the others use `{id}/make/`. */
  path?: string;
  /** Path under `/api/`, for a report outside any client. */
  address?: string;
  /** Path under `/app/reports/`, or `/app/` outside any client. */
  route: string;
  permission: Item;
  /** Module of `permission`, if it isn't the default one. */
  module?: Module;
  filters: readonly ReportFilter[];
  /** Required filters, in addition to days. */
  required?: readonly ReportFilter[];
  /** True if the screen starts with all farms instead of one. */
  allFarms?: boolean;
  /** Initial days of the screen, if the previous report's days are too few. They aren't passed on to the next report. */
  begins?: (today: string) => Range;
  /** True if definitions of figures are shown on the screen, not only in hints. */
  explained?: boolean;
  /** True if figures follow today's orders, programmes, rules, plans or norms. Answer, screen and files state this. */
  byTodaysRules?: true;
  /** True if the screen shows a part of its own below the figures, and therefore scrolls. */
  beneath?: true;
  /** Id of the report whose waterfall gives the sentence next to the search: this report, or another one over the same days. */
  causes?: string;
  /**
   * The report that a row opens, named here or by the row's own `opens`, with the filter from the row's `<filter>_id`, over at least `days`
   * up to the last day. A row with `opens_id` opens one row's detail there.
   */
  opens?: { report?: string; filter?: ReportFilter; days?: number };
  /** Languages that offer the report; by default all. */
  languages?: readonly Language[];
  /** A row opens `{route}/{id}/detail`; `rowId` is the column with the id. */
  detail?: ReportView & { rowId: string };
}

/** A report in `report/list/`. */
export const ReportSummary = z
  .object({
    id: z.string(),
    label: z.string(),
    /** Path under `/api/report/`. */
    path: z.string(),
    route: z.string(),
    filters: z.array(z.string()),
    detail: z.boolean(),
  })
  .meta({ id: 'ReportSummary' });
