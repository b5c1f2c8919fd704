import {
  CountsDue,
  StockCount,
  StockCounted,
  StockExpected,
  StockSheet,
  StockSheetCounted,
  StockSheetRow,
  stockExpectedQuery,
  stockSheetQuery,
} from '#contract/operations/stock-counts.ts';
import { StockLedgerRow, stockLedgerFilters } from '#contract/operations/stocks.ts';
import { ListQuery, many, one } from '#contract/resource.ts';
import { demand } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { get } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { count, countSheet } from './count.ts';
import { countsDue } from './counts-due.ts';
import { expected, sheetOf } from './held-at.ts';
import { ledgerOf } from './ledger.ts';
import { stockTable } from './table.ts';

export const stockEndpoints = [
  endpoint({
    method: 'get',
    path: '/manager/stocks/counts-due',
    summary: 'The stores in which counts are due, the longest ago first',
    need: { item: 'stock', action: 'view' },
    response: many(CountsDue),
    async handle(context) {
      const data = await countsDue(context);
      return { data, count: data.length };
    },
  }),
  endpoint({
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
    method: 'get',
    path: '/manager/stocks/{id}/count',
    summary: 'What a stock count would be compared with',
    need: { item: 'stock', action: 'view' },
    query: stockExpectedQuery,
    response: one(StockExpected),
    handle: async (context, { id, query }) => ({ data: await expected(context, id, query) }),
  }),
  endpoint({
    method: 'post',
    path: '/manager/stocks/{id}/count',
    summary: 'Post the difference that a stock count found',
    need: { item: 'stock', action: 'change' },
    body: StockCount,
    status: 201,
    response: one(StockCounted),
    handle: async (context, { id, body }) => ({ data: await count(context, id, body) }),
  }),
  endpoint({
    method: 'get',
    path: '/manager/stocks/{id}/count-sheet',
    summary: 'Every feed of a stock with what its count would be compared with',
    need: { item: 'stock', action: 'view' },
    judge: (context) => demand(context, 'ingredient', 'view'),
    query: stockSheetQuery,
    response: many(StockSheetRow),
    async handle(context, { id, query }) {
      const data = await sheetOf(context, id, query);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'post',
    path: '/manager/stocks/{id}/count-sheet',
    summary: 'Post the counts of a stock as one, all or nothing',
    need: { item: 'stock', action: 'change' },
    body: StockSheet,
    status: 201,
    response: one(StockSheetCounted),
    handle: async (context, { id, body }) => ({ data: await countSheet(context, id, body) }),
  }),
];
