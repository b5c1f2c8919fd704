import { z } from 'zod';
import { Id, Name, text } from '#contract/kinds.ts';
import { MONTH_PERIODS, PERIODS, type Period } from '#contract/periods.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import { FARM_HEADER_FIELDS, type FarmHeaderField } from './farms.ts';

export const SAVED_REPORT_KINDS = ['blank', 'filter'] as const;
export const SavedReportKind = z.enum(SAVED_REPORT_KINDS);
export type SavedReportKind = z.infer<typeof SavedReportKind>;

/** What is made by a blank: printed forms, and files for the books. */
export const FORM_TYPES = ['form8', 'form9', 'accounting_writeoff', 'accounting_movement', 'bonus'] as const;
export type FormType = (typeof FORM_TYPES)[number];

/** What must be selected before a form can be made, in the order in which it is asked for. */
export const FORM_NEEDS = {
  form8: ['blank', 'days', 'ration', 'mixer'],
  form9: ['blank', 'month', 'group'],
  accounting_writeoff: ['blank', 'month'],
  accounting_movement: ['blank', 'month'],
  bonus: ['blank', 'month'],
} as const satisfies Record<FormType, readonly string[]>;
/** The needs that are lists, of which `ALL` chooses each thing: those that have been deleted, too. */
export const FORM_LISTS = ['ration', 'mixer', 'group'] as const;
export const ALL = 'all';
export type FormNeed = (typeof FORM_NEEDS)[FormType][number];
/** The forms that other programs read, and nobody signs. */
export const BOOKED_FORMS = ['accounting_writeoff', 'accounting_movement'] as const satisfies readonly FormType[];
export const isForm = (type: string): type is FormType => FORM_TYPES.some((form) => form === type);

export const isMonthly = (type: string): boolean => isForm(type) && FORM_NEEDS[type].some((need) => need === 'month');

/** The periods that a saved filter of a report may move by: a form of a month is of a month. */
export const savedPeriods = (type: string): readonly Period[] => (isMonthly(type) ? MONTH_PERIODS : PERIODS);

/** The columns that the farm's template may put in another order; feeds follow it in the printed forms. */
export const FORM_COLUMNS = {
  form8: [],
  form9: [],
  accounting_writeoff: ['date', 'number', 'debit', 'credit', 'item', 'feed', 'group', 'unit', 'given', 'price', 'sum'],
  accounting_movement: ['date', 'number', 'move', 'debit', 'credit', 'item', 'feed', 'unit', 'weight', 'price', 'sum'],
  bonus: [],
} as const satisfies Record<FormType, readonly string[]>;

/** The headings of each form that a blank may word otherwise. */
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
} as const satisfies Record<FormType, readonly string[]>;

/**
 * The codes of the books that a form's lines carry, `credit` being the account of feeds, `debit` that of the animals' costs. What a form
 * needs of them depends on what happened: without sales it needs none for sales.
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
} as const satisfies Record<FormType, readonly string[]>;
export type FormAccount = (typeof FORM_ACCOUNTS)[FormType][number];

/** Whose own codes a form takes, by the beginning of their keys: a feed's account, an animal type's account. */
export const OWN_CODES = { ingredient: 'ingredient_', animal_type: 'animal_type_' } as const;
export type OwnCode = keyof typeof OWN_CODES;
export const FORM_OWN_CODES = {
  form8: [],
  form9: ['animal_type'],
  accounting_writeoff: ['ingredient', 'animal_type'],
  accounting_movement: ['ingredient'],
  bonus: [],
} as const satisfies Record<FormType, readonly OwnCode[]>;

/** What a form shows if its blank asks for it: date of issue, unit of its weights, a signature for each day, account and worker in charge. */
export const FORM_EXTRAS = {
  form8: [],
  form9: ['made_on', 'unit', 'day_signature', 'account', 'worker'],
  accounting_writeoff: [],
  accounting_movement: [],
  bonus: [],
} as const satisfies Record<FormType, readonly string[]>;
export type FormExtra = (typeof FORM_EXTRAS)[FormType][number];

/** A key of the server's or of the data's: `form8`, `ingredient_12`. */
const Key = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);
const texts = (max: number) => z.record(Key, text(max)).refine((values) => Object.keys(values).length <= 200);

/** What a blank prints instead of the farm's own header; a field that is left out, or empty, is the farm's. */
export const BlankHeader = z.strictObject(
  Object.fromEntries(FARM_HEADER_FIELDS.map((field) => [field, text().optional()])) as Record<FarmHeaderField, z.ZodOptional<z.ZodString>>,
);
export type BlankHeader = z.infer<typeof BlankHeader>;

/**
 * How a form is laid out, so that a correction of a heading needs no code. `headings` by the keys of what they head, `order` of columns by
 * the same keys, those not named following in the form's own; `accounts`: the codes of FORM_ACCOUNTS, and of OWN_CODES by id (`ingredient_12`).
 * `extras`: what of FORM_EXTRAS is printed; `worker`: the name of the worker in charge.
 */
export const BlankTemplate = z.strictObject({
  headings: texts(300).default({}),
  order: z.array(Key).max(200).default([]),
  accounts: texts(40).default({}),
  extras: z.array(z.enum(FORM_EXTRAS.form9)).max(FORM_EXTRAS.form9.length).optional(),
  worker: text(300).optional(),
});
export type BlankTemplate = z.infer<typeof BlankTemplate>;

const FilterValue = z.union([text(200), z.number(), z.boolean(), z.array(z.union([text(200), z.number()])).max(500)]);
/** The query of a report as its address has it: filters by name. `period` instead of its days moves along with the calendar. */
export const SavedFilters = z.record(Key, FilterValue).refine((values) => Object.keys(values).length <= 50);
export type SavedFilters = z.infer<typeof SavedFilters>;

/** The right by which each kind is seen and kept. */
export const RIGHT_OF_KIND = { blank: 'blanks', filter: 'filters' } as const satisfies Record<SavedReportKind, string>;

/** A farm's form (`blank`), or a report with its filters by a name (`filter`). `report_type` is the report's id. */
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
