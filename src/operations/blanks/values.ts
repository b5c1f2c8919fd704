import { type BlankTemplate, FORM_TYPES, OWN_CODES, type OwnCode, type savedReports } from '#contract/operations/blanks.ts';
import { FARM_HEADER_FIELDS, type FarmHeaderField } from '#contract/operations/farms.ts';
import type { RowOf } from '#contract/resource.ts';

type Codes = Readonly<Record<string, string>>;
export type Blank = RowOf<typeof savedReports>;

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
    extras: blank?.template.extras ?? [],
    worker: blank?.template.worker ?? '',
  } satisfies BlankTemplate,
  version: blank?.version,
});
export type BlankValues = ReturnType<typeof blankValues>;

const filled = (values: Codes) => Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''));

/** As it is sent: an empty field is the farm's, or the form's own. */
export const sentValues = ({ header, template: { headings, order, accounts, extras, worker }, ...values }: BlankValues) => ({
  ...values,
  header: filled(header),
  template: {
    headings: filled(headings),
    order,
    accounts: filled(accounts),
    ...(extras.length > 0 ? { extras } : {}),
    ...(worker.trim() ? { worker } : {}),
  },
});

/** Whose own codes of a kind there are, by id. */
export const ownersOf = (accounts: Codes, of: OwnCode): string[] =>
  Object.keys(accounts).flatMap((key) => (key.startsWith(OWN_CODES[of]) ? [key.slice(OWN_CODES[of].length)] : []));

/** The codes with those of a kind being of these owners; one that stays keeps its code. */
export function withOwners(accounts: Codes, of: OwnCode, owners: readonly string[]): Record<string, string> {
  const kept = Object.entries(accounts).filter(([key]) => !key.startsWith(OWN_CODES[of]));
  const codes = owners.map((id) => [OWN_CODES[of] + id, accounts[OWN_CODES[of] + id] ?? '']);
  return Object.fromEntries([...kept, ...codes]);
}

/** All columns, those first that the order names. */
export const orderedColumns = (order: readonly string[], columns: readonly string[]): string[] => [
  ...order.filter((key) => columns.includes(key)),
  ...columns.filter((key) => !order.includes(key)),
];
