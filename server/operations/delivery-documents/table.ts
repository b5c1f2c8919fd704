import { sql } from 'kysely';
import { deliveryDocuments } from '#contract/operations/delivery-documents.ts';
import { ofOpenMonth } from '#server/operations/deliveries/table.ts';
import { deliveryCompanyTable } from '#server/operations/delivery-companies/table.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { TRADE_COMPANIES } from '#server/platform/resource/id-kinds.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { AMOUNT, attachLines, removeLines, restoreLines, writeLines } from './lines.ts';

const VAT = 'round(sums.net * coalesce(t.vat_percent, 0) / 100, 2)';

export const deliveryDocumentTable: TableOf<typeof deliveryDocuments, 'delivery_document'> = {
  contract: deliveryDocuments,
  table: 'delivery_document',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join delivery_company on delivery_company.client_id = t.client_id and delivery_company.id = t.company_id`,
  joinsFor: () => sql`cross join lateral (
      select coalesce(sum(d.value), 0) as weight, coalesce(sum(${AMOUNT}), 0) as net
      from delivery d where d.client_id = t.client_id and d.document_id = t.id and not d.deleted
    ) sums`,
  fields: {
    ...named('farm'),
    company: 't.company_id',
    company_name: 'delivery_company.name',
    weight: 'sums.weight',
    net: 'sums.net',
    vat: VAT,
    total: `sums.net + ${VAT}`,
    lines: null,
    files: null,
  },
  columns: { lines: null },
  references: { farm: farmTable, company: deliveryCompanyTable },
  naming: [
    {
      of: 'delivery_company',
      where: (_context, id) => sql`t.company_id = ${id} and ${ofOpenMonth}`,
      input: (_row, _from, to) => ({ company: to }),
      keepsPast: true,
    },
  ],
  farm: 't.farm_id',
  idKinds: { company: TRADE_COMPANIES },
  search: ['t.number', 'delivery_company.name', 't.note'],
  order: 't.delivered_at desc',
  remove: 'soft',
  title: (row) => [row.number, row.company_name].filter(Boolean).join(' · '),
  attachNested: attachLines,
  prepare: oneByOne(async (_tx, context, { after }) => ({
    delivered_at: (after.delivered_at as string | undefined) ?? context.services.now().toISOString(),
  })),
  afterWrite: oneByOne(writeLines),
  beforeRemove: removeLines,
  afterRestore: restoreLines,
};
