import { z } from 'zod';
import { Id, Name, text } from '#contract/kinds.ts';
import { MONTH_PERIODS, PERIODS, type Period } from '#contract/periods.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import { PRICE_BASES } from '#contract/words.ts';
import { FARM_HEADER_FIELDS, type FarmHeaderField } from './farms.ts';

export const SAVED_REPORT_KINDS = ['blank', 'filter'] as const;
export const SavedReportKind = z.enum(SAVED_REPORT_KINDS);
export type SavedReportKind = z.infer<typeof SavedReportKind>;

/** Forms of a template: printed forms and accounting files. */
export const FORM_TYPES = ['form8', 'form9', 'accounting_writeoff', 'accounting_movement', 'bonus', 'owner_statement'] as const;
export type FormType = (typeof FORM_TYPES)[number];

/** Choices that a form requires, in the order of the screen. */
export const FORM_NEEDS = {
  form8: ['blank', 'days', 'ration', 'mixer'],
  form9: ['blank', 'month', 'group'],
  accounting_writeoff: ['blank', 'month'],
  accounting_movement: ['blank', 'month'],
  bonus: ['blank', 'month'],
  owner_statement: ['blank', 'month', 'owner'],
} as const satisfies Record<FormType, readonly string[]>;
/** Required choices that are lists. `ALL` chooses every row, also deleted ones. */
export const FORM_LISTS = ['ration', 'mixer', 'group', 'owner'] as const;
export const ALL = 'all';
export type FormNeed = (typeof FORM_NEEDS)[FormType][number];
/** Forms that other programs read and nobody signs. */
export const BOOKED_FORMS = ['accounting_writeoff', 'accounting_movement'] as const satisfies readonly FormType[];
export const isForm = (type: string): type is FormType => FORM_TYPES.some((form) => form === type);

export const isMonthly = (type: string): boolean => isForm(type) && FORM_NEEDS[type].some((need) => need === 'month');

/** The periods of a saved filter of this report. A monthly form moves by months. */
export const savedPeriods = (type: string): readonly Period[] => (isMonthly(type) ? MONTH_PERIODS : PERIODS);

/** Columns whose order the template may change. In printed forms, feeds follow it. */
export const FORM_COLUMNS = {
  form8: [],
  form9: [],
  accounting_writeoff: ['date', 'number', 'debit', 'credit', 'item', 'feed', 'group', 'unit', 'given', 'price', 'sum'],
  accounting_movement: ['date', 'number', 'move', 'debit', 'credit', 'item', 'feed', 'unit', 'weight', 'price', 'sum'],
  bonus: [],
  owner_statement: [],
} as const satisfies Record<FormType, readonly string[]>;

/** Headings that a template may reword, by form. */
export const FORM_HEADINGS = {
  form8: [
    'title',
    'position',
    'feed',
    'item',
    'unit',
    'requested',
    'released',
    'received',
    'not_received',
    'still_in_mixer',
    'price',
    'sum',
    'whole',
  ],
  form9: ['title', 'item', 'norm', 'date', 'heads', 'total', 'whole', 'feed_days', 'price', 'sum', 'average'],
  accounting_writeoff: FORM_COLUMNS.accounting_writeoff,
  accounting_movement: FORM_COLUMNS.accounting_movement,
  bonus: ['title', 'position', 'operator', 'rule', 'base', 'bonus', 'whole'],
  owner_statement: ['title', 'position', 'subject', 'markup', 'yardage', 'unit', 'weight', 'head_days', 'price', 'sum', 'whole'],
} as const satisfies Record<FormType, readonly string[]>;

/**
 * Account codes of a form's lines: `credit` is the account of feeds, `debit` that of the animals' costs. A form needs only the codes of its
 * events: without sales it needs none for sales.
 */
export const FORM_ACCOUNTS = {
  form8: [],
  form9: [],
  accounting_writeoff: ['debit', 'credit'],
  accounting_movement: [
    'credit',
    'debit',
    'supplier',
    'harvest',
    'buyer',
    'other_farms',
    'craft',
    'transfer',
    'surplus',
    'shortage',
    'revaluation',
  ],
  bonus: [],
  owner_statement: [],
} as const satisfies Record<FormType, readonly string[]>;
export type FormAccount = (typeof FORM_ACCOUNTS)[FormType][number];

/** Kinds of rows with codes of their own, by the beginning of their keys. */
export const OWN_CODES = { ingredient: 'ingredient_', animal_type: 'animal_type_' } as const;
export type OwnCode = keyof typeof OWN_CODES;
export const FORM_OWN_CODES = {
  form8: [],
  form9: ['animal_type'],
  accounting_writeoff: ['ingredient', 'animal_type'],
  accounting_movement: ['ingredient'],
  bonus: [],
  owner_statement: [],
} as const satisfies Record<FormType, readonly OwnCode[]>;

/** Optional parts of a form: date of issue, unit of weights, daily signatures, account and worker in charge. */
export const FORM_EXTRAS = {
  form8: [],
  form9: ['made_on', 'unit', 'day_signature', 'account', 'worker'],
  accounting_writeoff: [],
  accounting_movement: [],
  bonus: [],
  owner_statement: [],
} as const satisfies Record<FormType, readonly string[]>;
export type FormExtra = (typeof FORM_EXTRAS)[FormType][number];

/** A key of the server or of data: `form8`, `ingredient_12`. */
const Key = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);
const texts = (max: number) => z.record(Key, text(max)).refine((values) => Object.keys(values).length <= 200);

/** The header of a form instead of the farm's own. An omitted or empty field is the farm's. */
export const BlankHeader = z.strictObject(
  Object.fromEntries(FARM_HEADER_FIELDS.map((field) => [field, text().optional()])) as Record<FarmHeaderField, z.ZodOptional<z.ZodString>>,
);
export type BlankHeader = z.infer<typeof BlankHeader>;

/**
 * The layout of a form. `headings` by key; `order` of columns by the same keys, with the others in the form's own order; `accounts` are the
 * codes of FORM_ACCOUNTS, and of OWN_CODES by id (`ingredient_12`); `extras` are the printed parts of FORM_EXTRAS; `worker` is the worker
 * in charge; `price_basis` values the feed.
 */
export const BlankTemplate = z.strictObject({
  headings: texts(300).default({}),
  order: z.array(Key).max(200).default([]),
  accounts: texts(40).default({}),
  extras: z.array(z.enum(FORM_EXTRAS.form9)).max(FORM_EXTRAS.form9.length).optional(),
  worker: text(300).optional(),
  /** The feed price of an owner's statement; by default the price of the moment. */
  price_basis: z.enum(PRICE_BASES).optional(),
});
export type BlankTemplate = z.infer<typeof BlankTemplate>;

const FilterValue = z.union([text(200), z.number(), z.boolean(), z.array(z.union([text(200), z.number()])).max(500)]);
/** The query of a report as in its address: filters by name. `period` instead of days is relative. */
export const SavedFilters = z.record(Key, FilterValue).refine((values) => Object.keys(values).length <= 50);
export type SavedFilters = z.infer<typeof SavedFilters>;

/** The right to see and keep each kind. */
export const RIGHT_OF_KIND = { blank: 'blanks', filter: 'filters' } as const satisfies Record<SavedReportKind, string>;

/** A farm's form template (`blank`), or a named report with filters (`filter`). `report_type` is the report's id. */
export const savedReports = defineResource({
  id: 'additional',
  path: 'report/additional',
  permission: 'filters',
  also: (action) => [{ item: 'blanks', action }],
  row: z
    .object({
      id: Id,
      ...named('farm'),
      kind: SavedReportKind,
      name: z.string(),
      report_type: z.string(),
      header: BlankHeader,
      filters: SavedFilters,
      template: BlankTemplate,
      version: Version,
    })
    .meta({ id: 'AdditionalReport' }),
  create: z.object({
    farm: Id,
    kind: SavedReportKind,
    name: Name,
    report_type: Key,
    header: BlankHeader.default({}),
    filters: SavedFilters.default({}),
    template: BlankTemplate.default({ headings: {}, order: [], accounts: {} }),
  }),
  filters: { farm: IdList, kind: listOf(SavedReportKind), report_type: listOf(Key) },
  ordering: ['name', 'farm_name', 'kind', 'report_type'],
});
