import type { z } from 'zod';
import type { DeliveryLine } from '#contract/operations/delivery-documents.ts';

type Priced = Pick<z.output<typeof DeliveryLine>, 'price_per' | 'price_given'> & { value: number };

/** The price per kilogram, as far as the books keep it; `price_given` of a sum is that of all `value` kilograms. */
export function pricePerKg({ price_per, price_given, value }: Priced): number {
  const price = price_per === 'kg' ? price_given : price_per === 'tonne' ? price_given / 1000 : price_given / value;
  return Math.round((price + Number.EPSILON) * 100_000) / 100_000;
}
