import type { deliveryDocuments } from '#contract/operations/delivery-documents.ts';
import type { RowOf } from '#contract/resource.ts';
import { emptyLine, type LineValues, linesToSend } from './lines.ts';

export type DeliveryDocument = RowOf<typeof deliveryDocuments>;

/** The form's values of a document. */
export const documentValues = (document: DeliveryDocument | null) => ({
  farm: document?.farm ?? (null as number | null),
  delivery_type: document?.delivery_type ?? ('delivery' as DeliveryDocument['delivery_type']),
  number: document?.number ?? '',
  company: document?.company ?? (null as number | null),
  delivered_at: document?.delivered_at ?? (null as string | null),
  vat_percent: document?.vat_percent ?? (null as number | null),
  gross_weight: document?.gross_weight ?? (null as number | null),
  tare_weight: document?.tare_weight ?? (null as number | null),
  paper_total: document?.paper_total ?? (null as number | null),
  note: document?.note ?? '',
  lines: document?.lines.map(
    ({ id, ingredient, value, pack, packs, price_given, price_per, dry_matter, lot, note, order }): LineValues => ({
      id,
      ingredient,
      value,
      pack,
      packs,
      price_given,
      price_per,
      dry_matter,
      lot,
      note,
      order,
    }),
  ) ?? [emptyLine()],
  version: document?.version,
});
export type DocumentValues = ReturnType<typeof documentValues>;

/** The request's body; the server reports missing values at their fields. */
export const documentBody = ({ farm, delivered_at, version, lines, ...rest }: DocumentValues) => ({
  ...rest,
  farm: farm ?? undefined,
  delivered_at: delivered_at ?? undefined,
  version,
  lines: linesToSend(lines),
});
