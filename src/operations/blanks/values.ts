import { FARM_HEADER_FIELDS, type FarmHeaderField } from '../../../contract/operations/farms.ts';
import { type additionalReports, type BlankTemplate, FORM_TYPES } from '../../../contract/operations/report-additional.ts';
import type { RowOf } from '../../../contract/resource.ts';

export type Blank = RowOf<typeof additionalReports>;

/** The form's values of a blank; what the farm itself says is left empty. */
export const blankValues = (blank: Blank | null, farm: number | null) => ({
  farm: blank?.farm ?? farm,
  kind: 'blank' as const,
  name: blank?.name ?? '',
  report_type: blank?.report_type ?? (FORM_TYPES[0] as string),
  header: Object.fromEntries(FARM_HEADER_FIELDS.map((field) => [field, blank?.header[field] ?? ''])) as Record<FarmHeaderField, string>,
  template: {
    headings: blank?.template.headings ?? {},
    order: blank?.template.order ?? [],
    accounts: blank?.template.accounts ?? {},
  } satisfies BlankTemplate,
  version: blank?.version,
});
export type BlankValues = ReturnType<typeof blankValues>;

const filled = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''));

/** As it is sent: an empty field is the farm's, or the form's own. */
export const sentValues = ({ header, template, ...values }: BlankValues) => ({
  ...values,
  header: filled(header),
  template: { ...template, headings: filled(template.headings), accounts: filled(template.accounts) },
});

const INGREDIENT = 'ingredient_';
export const accountKey = (ingredient: number | string) => `${INGREDIENT}${ingredient}`;
/** The feeds that have a code of their own, by id. */
export const feedsWithCodes = (accounts: Readonly<Record<string, string>>) =>
  Object.keys(accounts).flatMap((key) => (key.startsWith(INGREDIENT) ? [key.slice(INGREDIENT.length)] : []));
