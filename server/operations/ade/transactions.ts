import { sql } from 'kysely';
import type { AdeEventQuery } from '#contract/ade.ts';
import type { TRANSACTION_KINDS } from '#contract/operations/ade.ts';
import { type AdeRow, collect, findPath, toIdentifier, toResource } from '#server/domain/ade/collection.ts';
import { readEventDays } from '#server/domain/ade/event-range.ts';
import type { AdeLocation } from '#server/domain/ade/location.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';

type Kind = (typeof TRANSACTION_KINDS)[number];

/** Kinds of the ledger in the words of the standard, which has no transfers. */
const KINDS: Record<string, Kind> = {
  opening_balance: 'OnHand',
  delivery: 'Receipt',
  harvest: 'Produce',
  craft_in: 'Produce',
  transfer_in: 'Receipt',
  sale: 'Disposal',
  load: 'Use',
  craft_out: 'Use',
  transfer_out: 'Disposal',
  count: 'StockTake',
};
/** Kinds whose quantity is feed that left the store. */
const LEAVING: readonly Kind[] = ['Disposal', 'Use'];

interface MoveRow extends AdeRow {
  at: string;
  kind: string;
  reversed: boolean;
  kg: number;
  value: number;
  feed: number;
  feed_name: string;
  supplier: string | null;
}

/** Moves of the farm's stock. A reversal is a transaction of the kind that it reverses, with the opposite quantity. */
export function listTransactions(context: ClientContext, location: AdeLocation, query: AdeEventQuery) {
  const { client } = context;
  const { from, to } = readEventDays(query, location.timezone, context.services.now());
  return collect<MoveRow>(context, {
    query,
    path: findPath(location, 'feed-inventory-transactions'),
    order: 'id::bigint',
    rows: sql`
      select l.id::text, l.created_at as modified, false as deleted, l.at, coalesce(o.kind, l.kind) as kind, o.id is not null as reversed,
        l.kg, round(l.value, 6) as value, l.ingredient_id as feed, t.name as feed_name, d.name as supplier
      from ledger l
      join ingredient t on t.client_id = l.client_id and t.id = l.ingredient_id
      left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
      left join delivery e on e.client_id = l.client_id and e.id = l.delivery_id
      left join delivery_company d on d.client_id = l.client_id and d.id = e.company_id
      where l.client_id = ${client} and l.day between ${from}::date and ${to}::date and ${ingredientVisibleTo([location.farm])}`,
    toMember(row) {
      const kind = KINDS[row.kind] ?? 'StockTake';
      const direction = LEAVING.includes(kind) ? -1 : 1;
      return {
        ...toResource(context, location, 'icarFeedTransactionResource', row),
        eventDateTime: row.at,
        transactionKind: kind,
        quantity: direction * row.kg,
        units: 'KGM',
        totalCost: direction * row.value,
        currency: location.currency,
        ...(row.supplier === null ? {} : { supplierName: row.supplier }),
        ...(row.reversed ? { remark: 'reversal' } : {}),
        product: { identifier: toIdentifier(row.feed), family: 'Animal Feeds', name: row.feed_name },
      };
    },
  });
}
