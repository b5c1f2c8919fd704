import { round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { deliveries } from '#contract/operations/deliveries.ts';
import { confirmUnusualRows } from '#src/core/resource/ask-unusual.ts';
import { amountOf } from './lines.ts';
import type { DocumentValues } from './values.ts';

/** Decimals of a price per kilogram. */
const PRICE_DECIMALS = 5;

interface LineWords {
  feeds: readonly { id: number; name: string }[];
  labels: { value: string; price: string; dry_matter: string };
  format: Formatter;
}

/** Asks about lines whose weight, price or dry matter is far off the usual, like the form of one delivery. Throws an AbortError if the person declines. */
export async function demandUsualLines({ farm, delivery_type, delivered_at, lines }: DocumentValues, words: LineWords): Promise<void> {
  const { feeds, labels, format } = words;
  const checks = lines.flatMap((line) => {
    const { ingredient, value, dry_matter } = line;
    if (ingredient === null || value === null || value <= 0) return [];
    const amount = amountOf(line);
    const name = feeds.find(({ id }) => id === ingredient)?.name ?? '';
    const named = Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, `${name}: ${label}`]));
    return [
      {
        values: {
          ...{ ingredient, delivery_type, value, price: amount === null ? 0 : round(amount / value, PRICE_DECIMALS), dry_matter },
          ...(delivered_at === null ? {} : { delivered_at }),
        },
        ...{ farm: farm ?? undefined, labels: named, format },
      },
    ];
  });
  if (!(await confirmUnusualRows(deliveries, checks))) throw new DOMException('', 'AbortError');
}
