import { type RawBuilder, sql } from 'kysely';
import { lotKey } from './lot-shares.ts';

/** Columns of `lot_paper`, an `o`: identity, origin and papers of a lot. */
export const LOT_PAPER = {
  lot_key: 'o.lot_key',
  lot: 'o.lot',
  lot_kind: 'o.lot_kind',
  ingredient_id: 'o.ingredient_id',
  ingredient: 'o.ingredient',
  farm_id: 'o.farm_id',
  farm: 'o.farm',
  stock: 'o.stock',
  received_on: 'o.received_on::text',
  supplier: 'o.supplier',
  document: 'o.document',
  analysed_on: 'o.analysed_on::text',
  lot_received: 'o.kg',
} as const;

/**
 * CTE `lot_paper`: the lots of the receipts `ids` of the ledger, each with its number, supplier, document and latest analysis. A transfer's
 * supplier is the store from which it came. An analysis names the feed and the number of the lot.
 */
export const lotPapers = (client: number, ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  numbered_lot as (
    select l.id, l.kg, l.kind as lot_kind, l.day as received_on, l.ingredient_id, i.name as ingredient, l.farm_id, f.name as farm, s.name as stock,
      ${sql.raw(lotKey('l'))} as lot_key, nullif(coalesce(d.lot, h.lot, o.lot, b.lot), '') as given, coalesce(c.name, giver.name) as supplier, p.number as document
    from ledger l
    join ingredient i on i.client_id = l.client_id and i.id = l.ingredient_id
    join farm f on f.client_id = l.client_id and f.id = l.farm_id
    join stock s on s.client_id = l.client_id and s.id = l.stock_id
    left join delivery d on d.client_id = l.client_id and d.id = l.delivery_id
    left join delivery_company c on c.client_id = l.client_id and c.id = d.company_id
    left join delivery_document p on p.client_id = l.client_id and p.id = d.document_id
    left join harvest h on h.client_id = l.client_id and h.id = l.harvest_id
    left join opening o on o.client_id = l.client_id and o.id = l.opening_id
    left join batch b on b.client_id = l.client_id and b.id = l.batch_id
    left join transfer t on t.client_id = l.client_id and t.id = l.transfer_id
    left join stock giver on giver.client_id = t.client_id and giver.id = t.stock_id
    where l.client_id = ${client} and l.id = any(${ids}::bigint[])
  ), lot_paper as materialized (
    select n.*, coalesce(n.given, n.lot_key) as lot, (
      select max(a.sampled_on) from analysis a
      where a.client_id = ${client} and a.ingredient_id = n.ingredient_id and lower(a.lot) = lower(coalesce(n.given, n.lot_key))
    ) as analysed_on
    from numbered_lot n
  )`;
