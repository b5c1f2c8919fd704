import { withoutMissing } from '#src/core/resource/draft.ts';
import { packedBody } from '#src/domain/stock/packs.ts';
import type { Delivery } from './columns.tsx';

/** The form's values of a delivery or sale. */
export const deliveryValues = (delivery: Delivery | null) => ({
  farm: delivery?.farm ?? (null as number | null),
  delivery_type: delivery?.delivery_type ?? ('delivery' as Delivery['delivery_type']),
  ingredient: delivery?.ingredient ?? (null as number | null),
  value: delivery?.value ?? (null as number | null),
  pack: delivery?.pack ?? (null as string | null),
  packs: delivery?.packs ?? (null as number | null),
  price: delivery?.price ?? (null as number | null),
  company: delivery?.company ?? (null as number | null),
  order: delivery?.order ?? (null as number | null),
  delivered_at: delivery?.delivered_at ?? (null as string | null),
  dry_matter: delivery?.dry_matter ?? (null as number | null),
  lot: delivery?.lot ?? '',
  note: delivery?.note ?? '',
  version: delivery?.version,
});
export type DeliveryValues = ReturnType<typeof deliveryValues>;

/** The request's body; the server reports missing values at their fields. Supplier, order and dry matter may be null. */
export const deliveryBody = ({ company, order, dry_matter, ...rest }: DeliveryValues) => ({
  ...withoutMissing(packedBody(rest, 'value')),
  company,
  order,
  dry_matter,
});
