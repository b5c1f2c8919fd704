import { z } from 'zod';
import { Id, Name, text } from '../kinds.ts';
import { defineResource, IdList, listOf, Version } from '../resource.ts';
import { FARM_HEADER_FIELDS, type FarmHeaderField } from './farms.ts';

export const ADDITIONAL_KINDS = ['blank', 'filter'] as const;
export const AdditionalKind = z.enum(ADDITIONAL_KINDS);
export type AdditionalKind = z.infer<typeof AdditionalKind>;

/** What is printed by a blank. */
export const FORM_TYPES = ['form9'] as const;
export type FormType = (typeof FORM_TYPES)[number];
/** The headings of each form that a blank may word otherwise. */
export const FORM_HEADINGS = {
  form9: ['title', 'norm', 'date', 'heads', 'total', 'whole', 'feed_days', 'price', 'sum', 'average'],
} as const satisfies Record<FormType, readonly string[]>;

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
 * the same keys, `accounts`: account codes of the accounting exports (`debit`, `credit`, or by feed: `ingredient_12`).
 */
export const BlankTemplate = z.strictObject({
  headings: texts(300).default({}),
  order: z.array(Key).max(200).default([]),
  accounts: texts(40).default({}),
});
export type BlankTemplate = z.infer<typeof BlankTemplate>;

const FilterValue = z.union([text(200), z.number(), z.boolean(), z.array(z.union([text(200), z.number()])).max(500)]);
/** The query of a report as its address has it: filters by name. */
export const SavedFilters = z.record(Key, FilterValue).refine((values) => Object.keys(values).length <= 50);
export type SavedFilters = z.infer<typeof SavedFilters>;

/** A farm's form (`blank`), or a report with its filters by a name (`filter`). `report_type` is the report's id. */
export const additionalReports = defineResource({
  id: 'additional',
  path: 'report/additional',
  permission: 'additional',
  row: z
    .object({
      id: Id,
      farm: Id,
      farm_name: z.string(),
      kind: AdditionalKind,
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
    kind: AdditionalKind,
    name: Name,
    report_type: Key,
    header: BlankHeader.default({}),
    filters: SavedFilters.default({}),
    template: BlankTemplate.default({ headings: {}, order: [], accounts: {} }),
  }),
  filters: { farm: IdList, kind: listOf(AdditionalKind), report_type: listOf(Key) },
  ordering: ['name', 'farm_name', 'kind', 'report_type'],
});
