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

/** The filters that reports choose from; each report picks its own. Days are inclusive, in the farm's timezone. `loading` names periods. `previous_on_*` are the days to compare with: those just before when not named. `loaded_time_*` bound the time of day, the farm's, at which loading began. */
export const REPORT_FILTERS = {
  /** Of reports across clients alone. */
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
  /** One, whose account codes the lines of an accounting export carry. */
  blank: IdList,
  prices: listOf(PriceList),
  price_basis: listOf(PriceBasis),
  deviation: listOf(Deviations),
  milk_rows: listOf(MilkRows),
  milk_step: listOf(MilkStep),
  ecm: listOf(Ecm),
  budget_rows: listOf(BudgetRows),
  /** Laid beside things as they are. */
  scenario: IdList,
  supply_basis: listOf(SupplyBasis),
  compare_with: listOf(CompareWith),
  previous_on_after: Day.optional(),
  previous_on_before: Day.optional(),
  /** Of the explorer: what its rows are of, from the outermost inwards, and what is told of them. */
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

/**
 * A column. `label` is a translation key (`reports:…`) unless `verbatim`; `group` is the key of the heading above, `hint` of the formula's text.
 * `total` says how the total row comes about (made by the server, over all rows): `sum`, or `formula` when it follows from other totals.
 * `deviation` marks a difference from plan: signed, and coloured by tolerance (`<key>_percent` beside it, or the row's `beyond`).
 */
export const Column = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(KINDS),
  verbatim: z.boolean().optional(),
  group: z.string().optional(),
  /** Stands under this day, as the reader writes it, instead of a heading from texts. */
  day: Day.optional(),
  total: z.enum(['sum', 'formula']).optional(),
  decimals: z.int().optional(),
  hint: z.string().optional(),
  deviation: z.boolean().optional(),
  /** Of a deviation: told by its size alone. */
  unsigned: z.boolean().optional(),
  /** A share, rounded so that the shares of each whole make 100.00. */
  parts: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** Cells are words of a fixed list: translation keys under this one. */
  texts: z.string().optional(),
  /** What an empty cell says: a translation key. */
  empty: z.string().optional(),
  /** Figures of the row that it is the sum of, those after a minus taken off: in a workbook a formula. */
  adds: z.array(z.string()).optional(),
  /** A difference column, which follows the one whose figure it compares, and has its label. */
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
/** One thing that a note counts: a schedule, a farm's day, a leftover, an ingredient. `value` in kg. */
export const NoteItem = z.object({ id: z.int().nullable(), day: Day.nullable(), name: z.string(), value: z.number() });
export type NoteItem = z.infer<typeof NoteItem>;
/** What the figures leave out or lean on: how many, their kilograms and money, and the latest of them by name. */
export const Note = z.object({
  code: z.enum(NOTE_CODES),
  count: z.int(),
  value: z.number(),
  money: z.number(),
  items: z.array(NoteItem),
});
export type Note = z.infer<typeof Note>;
/** `items` of a note at most. */
export const MAX_NOTE_ITEMS = 50;

/** A headline figure: `previous` is the same figure over the range that the report is compared with, the one of equal length just before where it isn't. */
export const Tile = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(KINDS),
  value: z.number().nullable(),
  previous: z.number().nullable().optional(),
  good: z.enum(['up', 'down', 'zero']).optional(),
  /** A change itself, which is written with its sign. */
  deviation: z.boolean().optional(),
  hint: z.string().optional(),
});
export type Tile = z.infer<typeof Tile>;

export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof Cell>;
export const Row = z.record(z.string(), Cell);
export type Row = z.infer<typeof Row>;

/**
 * A chart's data: rows keyed like columns. `type`: how to draw it; `x` the category's key, `y` the values' columns. Of a heat map each row is a cell of
 * one value: of the line that `side` names, under the heading that `x` names. Its lines come one after the other, each with a cell for every heading.
 * Of a control chart the first of `y` is the measure; `ewma`, `target`, `lower` and `upper` beside it are known by their keys.
 */
export const Series = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['bar', 'line', 'area', 'bullet', 'waterfall', 'stacked', 'heatmap', 'control']),
  x: Column,
  side: Column.optional(),
  y: z.array(Column),
  rows: z.array(Row),
  /** The filter that a click on a point sets, from the row's `<x.key>_id`, or from x itself for days. */
  filter: z.string().optional(),
  /** The report that a click leads on to, with the filter; a row's own `opens` comes first; this one when neither is named. */
  opens: z.string().optional(),
});
export type Series = z.infer<typeof Series>;

/** One thing to see to: an ingredient, a farm, a schedule, each with its place. `value` is of the alert's `kind`, `money` what it is worth. */
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
/** What is wrong now, the gravest first: how many, what all of them are worth, and the first of them. */
export const ReportAlert = z.object({
  code: z.enum(ALERT_CODES),
  kind: z.enum(KINDS),
  count: z.int(),
  money: z.number().nullable(),
  items: z.array(AlertItem),
});
export type ReportAlert = z.infer<typeof ReportAlert>;
/** `items` of an alert at most. */
export const MAX_ALERT_ITEMS = 20;

export const ReportData = z
  .object({
    report: z.string(),
    /** What a detail is of; null for a report itself. */
    title: z.string().nullable(),
    filters: ReportFilters,
    timezone: z.string(),
    currency: z.string(),
    generated_at: z.string(),
    locked_until: Day.nullable(),
    /** Some figures follow the orders, programmes, rules, plans or norms of today, also in closed months. */
    by_todays_rules: z.literal(true).optional(),
    columns: z.array(Column),
    rows: z.array(Row),
    totals: Row,
    tiles: z.array(Tile),
    series: z.array(Series),
    notes: z.array(Note),
    /** What people noted on these days, of what the filters leave; the rows that they are about say so in a column of their own. */
    remarks: z.array(RemarkRow).optional(),
    /** Of reports that watch over things. */
    alerts: z.array(ReportAlert).optional(),
    /** Where it was asked to be compared: rows, totals and charts then have figures of the base, too (`Column.compares`). */
    comparison: Comparison.optional(),
    /** What the tiles' `previous` is of, where the report isn't compared: under 80 % of its days with facts it is null. */
    tiles_base: Base.optional(),
  })
  .meta({ id: 'ReportData' });
export type ReportData = z.infer<typeof ReportData>;

/** What a view declares; the server fills in rows, values, and columns that the data makes. */
export interface ReportView {
  columns: readonly Column[];
  tiles: readonly Omit<Tile, 'value' | 'previous'>[];
  series: readonly Omit<Series, 'rows'>[];
}

/** One report, as both sides know it. */
export interface ReportDefinition extends ReportView {
  /** The report type of the specification. */
  id: string;
  /** Translation key of its name. */
  label: string;
  /** Translation key of what it is made of, told where there is nothing: as long as none of that was entered other days have nothing either. */
  madeOf?: string;
  /** Under `/api/report/`, where the report has a path of its own; the others go by `{id}/make/`. */
  path?: string;
  /** Under `/api/`, for a report that stands outside of any client. */
  address?: string;
  /** Under `/app/reports/`, or `/app/` outside of any client. */
  route: string;
  permission: Item;
  /** Of `permission`; the default one when not named. */
  module?: Module;
  filters: readonly ReportFilter[];
  /** Filters that must be said; days always are. */
  required?: readonly ReportFilter[];
  /** The screen begins with all farms rather than one. */
  allFarms?: boolean;
  /** The days that the screen begins with, where those of the report before are too few to tell anything; they aren't taken along to the next. */
  begins?: (today: string) => Range;
  /** The figures' definitions stand on the screen, not in hints alone. */
  explained?: boolean;
  /** True if figures follow today's orders, programmes, rules, plans or norms. The answer, the screen and files state this. */
  byTodaysRules?: true;
  /** Something of its own stands under its figures on the screen, which scrolls to it. */
  beneath?: true;
  /**
   * A row leads on to a report, named here or by the row's own `opens`, with the filter set from the row's `<filter>_id`, over `days` at least up
   * to the last; to one row's detail there where the row has `opens_id`.
   */
  opens?: { report?: string; filter?: ReportFilter; days?: number };
  /** Offered in these languages only; all when not named. */
  languages?: readonly Language[];
  /** A row opens `{route}/{id}/detail`; `rowId` names the column that holds the id. */
  detail?: ReportView & { rowId: string };
}

/** A report as `report/list/` names it. */
export const ReportSummary = z
  .object({
    id: z.string(),
    label: z.string(),
    /** Under `/api/report/`. */
    path: z.string(),
    route: z.string(),
    filters: z.array(z.string()),
    detail: z.boolean(),
  })
  .meta({ id: 'ReportSummary' });
