import { z } from 'zod';
import { Day, Id, Language } from '#contract/kinds.ts';
import { BlankHeader, BlankTemplate, FORM_TYPES } from '#contract/operations/blanks.ts';
import { Month } from '#contract/operations/closed-months.ts';
import { FARM_HEADER_FIELDS, type FarmHeaderField } from '#contract/operations/farms.ts';
import { defineResource, Flag, IdList, listOf, named } from '#contract/resource.ts';
import { Row } from './shape.ts';

const FormType = z.enum(FORM_TYPES);
/** Why a person issues another version. */
export const PaperReason = z.string().trim().min(1).max(500);

/**
 * Forms and accounting files of closed months, stored as issued. `number` is the month's, `version` counts the issues of this paper.
 * `current` is the version that the closed month prints. `hash` is the SHA-256 of its content.
 */
export const papers = defineResource({
  id: 'papers',
  path: 'manager/papers',
  permission: 'blanks',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      month: z.string(),
      /** Its form template, and what that was called when the paper was issued. */
      blank: Id,
      type: FormType,
      name: z.string(),
      number: z.int(),
      version: z.int(),
      current: z.boolean(),
      hash: z.string(),
      /** A paper that an earlier release issued without its wording: the hash that it had then, of the content without `wording`. */
      earlier_hash: z.string().nullable(),
      issued_at: z.string(),
      /** Null: issued with an access key, or by an upgrade of the product. */
      issued_by: Id.nullable(),
      issued_by_name: z.string().nullable(),
      /** Empty if closing the month issued it. */
      reason: z.string(),
    })
    .meta({ id: 'Paper' }),
  create: z.object({ farm: Id, month: Month, blank: Id, reason: PaperReason }),
  filters: { farm: IdList, month: Month.optional(), blank: IdList, type: listOf(FormType), current: Flag.optional() },
  ordering: ['month', 'farm_name', 'name', 'version', 'issued_at'],
});

/**
 * All that a paper prints: figures and names of its report, headings and accounts of its template, heads and signers of its farm, and the
 * texts of the product around them.
 */
export const PaperContent = z
  .object({
    data: z.object({
      filters: z.object({ planned_on_after: Day, planned_on_before: Day }),
      timezone: z.string(),
      currency: z.string(),
      rows: z.array(Row),
      totals: Row,
      series: z.array(z.object({ key: z.string(), rows: z.array(Row) })),
    }),
    blank: z.object({ header: BlankHeader, template: BlankTemplate }),
    farm: z.object({
      name: z.string(),
      company_name: z.string(),
      ...(Object.fromEntries(FARM_HEADER_FIELDS.map((field) => [field, z.string()])) as Record<FarmHeaderField, z.ZodString>),
    }),
    /** Texts by key, in each language in which the form is offered. Papers of earlier releases get it at the first start. */
    wording: z.partialRecord(Language, z.record(z.string(), z.string())).optional(),
  })
  .meta({ id: 'PaperContent' });
export type PaperContent = z.infer<typeof PaperContent>;
