import {
  StockCount,
  StockCounted,
  StockExpected,
  StockLedgerRow,
  stockExpectedQuery,
  stockLedgerFilters,
} from '#contract/operations/stocks.ts';
import { ListQuery, many, one } from '#contract/resource.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { get } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { count, expected } from './count.ts';
import { ledgerOf } from './ledger.ts';
import { stockTable } from './table.ts';

export const stockEndpoints = [
  endpoint({
    scope: 'client',
    method: 'get',
    path: '/manager/stocks/{id}/ledger',
    summary: 'Every move of a stock, newest first',
    need: { item: 'stock', action: 'view' },
    query: ListQuery.extend(stockLedgerFilters),
    response: many(StockLedgerRow),
    async handle(context, { id, query }) {
      await get(context.db, anyTable(stockTable), context, id);
      return ledgerOf(context, id, query);
    },
  }),
  endpoint({
    scope: 'client',
    method: 'get',
    path: '/manager/stocks/{id}/count',
    summary: 'What a stock count would be compared with',
    need: { item: 'stock', action: 'view' },
    query: stockExpectedQuery,
    response: one(StockExpected),
    handle: async (context, { id, query }) => ({ data: await expected(context, id, query) }),
  }),
  endpoint({
    scope: 'client',
    method: 'post',
    path: '/manager/stocks/{id}/count',
    summary: 'Post the difference that a stock count found',
    need: { item: 'stock', action: 'change' },
    body: StockCount,
    status: 201,
    response: one(StockCounted),
    handle: async (context, { id, body }) => ({ data: await count(context, id, body) }),
  }),
];
