import { BoardFigures, BoardQuery, boards } from '#contract/reports/boards.ts';
import { one } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { makeBoard } from './figures.ts';
import { findProductBoard, getBoard } from './named-board.ts';
import { boardTable } from './table.ts';

const need = needsOf(boards, 'view');

/** Boards, and the figures of all tiles of a board in one request. */
export const boardEndpoints = (servers: Servers): Endpoint[] => [
  ...resourceEndpoints(boardTable),
  endpoint({
    method: 'get',
    path: `/${boards.path}/{id}/figures`,
    summary: 'The figures of all tiles of a board, with the caller’s rights',
    need,
    query: BoardQuery,
    response: one(BoardFigures),
    costly: true,
    handle: async (context, { id, query }) => {
      return { data: await makeBoard(context, servers, await getBoard(context, id), query) };
    },
  }),
  endpoint({
    method: 'get',
    path: '/report/product-boards/{name}/figures',
    summary: 'The figures of all tiles of a board that comes with the product',
    need,
    query: BoardQuery,
    response: one(BoardFigures),
    costly: true,
    judge: (_context, { params }) => void findProductBoard(params.name ?? ''),
    handle: async (context, { params, query }) => ({
      data: await makeBoard(context, servers, findProductBoard(params.name ?? ''), query),
    }),
  }),
];
