import { type BlankTemplate, FORM_TYPES, OWN_CODES, type OwnCode, type savedReports } from '#contract/operations/blanks.ts';
import { FARM_HEADER_FIELDS, type FarmHeaderField } from '#contract/operations/farms.ts';
import type { RowOf } from '#contract/resource.ts';
import { PRICE_BASES } from '#contract/words.ts';

type Codes = Readonly<Record<string, string>>;
export type Blank = RowOf<typeof savedReports>;

/** The form's values; fields that the farm's own data fills are empty. */
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
    price_basis: blank?.template.price_basis ?? PRICE_BASES[0],
  } as Required<BlankTemplate>,
  version: blank?.version,
});
export type BlankValues = ReturnType<typeof blankValues>;

const filled = (values: Codes) => Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''));

/** Values to send: an empty field means the farm's own, or the form's default. */
export const sentValues = ({ header, template: { headings, order, accounts, extras, worker, price_basis }, ...values }: BlankValues) => ({
  ...values,
  header: filled(header),
  template: {
    headings: filled(headings),
    order,
    accounts: filled(accounts),
    ...(extras.length > 0 ? { extras } : {}),
    ...(worker.trim() ? { worker } : {}),
    ...(price_basis === PRICE_BASES[0] ? {} : { price_basis }),
  },
});

/** Ids of the items with their own code of a kind. */
export const ownersOf = (accounts: Codes, of: OwnCode): string[] =>
  Object.keys(accounts).flatMap((key) => (key.startsWith(OWN_CODES[of]) ? [key.slice(OWN_CODES[of].length)] : []));

/** The codes of a kind for these items; remaining items keep their code. */
export function withOwners(accounts: Codes, of: OwnCode, owners: readonly string[]): Record<string, string> {
  const kept = Object.entries(accounts).filter(([key]) => !key.startsWith(OWN_CODES[of]));
  const codes = owners.map((id) => [OWN_CODES[of] + id, accounts[OWN_CODES[of] + id] ?? '']);
  return Object.fromEntries([...kept, ...codes]);
}

/** All columns, first those in the order. */
export const orderedColumns = (order: readonly string[], columns: readonly string[]): string[] => [
  ...order.filter((key) => columns.includes(key)),
  ...columns.filter((key) => !order.includes(key)),
];
