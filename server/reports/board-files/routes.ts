import { z } from 'zod';
import { Clock, Language, Units } from '#contract/kinds.ts';
import { BoardQuery, boards } from '#contract/reports/boards.ts';
import { needsOf } from '#contract/rights.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { findProductBoard, getBoard, type NamedBoard } from '#server/reports/boards/named-board.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { FILE_TYPES, makeFile, TooLarge } from '#server/reports/subscriptions/file.ts';
import { makeBoardFile } from './board-input.ts';

const need = needsOf(boards, 'view');
/** The bar, and the reader's language and units. */
const FileQuery = BoardQuery.extend({ language: Language.optional(), units: Units.default('kg'), clock: Clock.default('24') });
/** Files are made one after the other, in one thread. */
const turns = createTurns({ ofEach: 2, ofAll: 5, wait: 30 });

async function respond(context: ClientContext, servers: Servers, board: NamedBoard, query: z.infer<typeof FileQuery>): Promise<Response> {
  const { language = context.language, units, clock, ...bar } = query;
  const { input, fileName } = await makeBoardFile(context, servers, board, bar, { language, units, clock });
  try {
    const bytes = await turns.during(context.client, () => makeFile('pdf', input));
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': FILE_TYPES.pdf,
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="board.pdf"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      },
    });
  } catch (error) {
    if (error instanceof TooLarge) throw new ApiError(413, { detail: [fieldError('too_large_report')] });
    throw error;
  }
}

/** Boards as PDF, with the caller's rights. */
export const boardFileEndpoints = (servers: Servers): Endpoint[] => [
  endpoint({
    method: 'get',
    path: `/${boards.path}/{id}/file`,
    summary: 'A board as PDF, with the caller’s rights. 403 or 400 if no tile has figures',
    need,
    query: FileQuery,
    response: z.unknown(),
    costly: true,
    handle: async (context, { id, query }) => respond(context, servers, await getBoard(context, id), query),
  }),
  endpoint({
    method: 'get',
    path: '/report/product-boards/{name}/file',
    summary: 'A board that comes with the product, as PDF',
    need,
    query: FileQuery,
    response: z.unknown(),
    costly: true,
    judge: (_context, { params }) => void findProductBoard(params.name ?? ''),
    handle: async (context, { params, query }) => respond(context, servers, findProductBoard(params.name ?? ''), query),
  }),
];
