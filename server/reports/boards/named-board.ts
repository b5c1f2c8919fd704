import type { TFunction } from 'i18next';
import { z } from 'zod';
import { IdText } from '#contract/kinds.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { BoardQuery, type BoardTile, PRODUCT_BOARDS, type ProductBoardId } from '#contract/reports/boards.ts';
import { productBoards } from '#contract/reports/product-boards.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, fromZod, invalid, notFound } from '#server/platform/errors.ts';
import { findUnknownKeys } from '#server/platform/http/unknown-keys.ts';
import { get } from '#server/platform/resource/crud.ts';
import type { Table } from '#server/platform/resource/table.ts';
import type { BoardContent } from './sources.ts';
import { boardTable } from './table.ts';

/** A board with its name: the own one of a stored board, or the role of a product board. */
export interface NamedBoard extends BoardContent {
  name: { text: string } | { role: ProductBoardId };
  tiles: readonly BoardTile[];
}

/** The product board of that name, with the usual bar; 404 if there is none. */
export function findProductBoard(name: string): NamedBoard {
  const role = PRODUCT_BOARDS.find((one) => one === name);
  if (!role) throw notFound();
  return { name: { role }, farm: [], period: 'whole_7', compare_with: 'previous', tiles: productBoards[role] };
}

/** The stored board of that number; 404 unless the caller sees it. */
export async function getBoard(context: ClientContext, id: number): Promise<NamedBoard> {
  const { name, ...board } = await get(context.db, boardTable as unknown as Table, context, id);
  return { ...(board as BoardContent), name: { text: name } };
}

export const nameBoard = ({ name }: NamedBoard, t: TFunction): string => ('role' in name ? t(`boards:product.${name.role}`) : name.text);

/** Filters of a board's share: the board's number or role, and its bar. */
const SharedBar = BoardQuery.extend({ board: z.union([z.enum(PRODUCT_BOARDS), IdText]) });

/** The board and the bar of a share's filters. 400 at an unknown filter, and at `board` unless the caller sees the board. */
export async function readSharedBoard(context: ClientContext, filters: SavedFilters): Promise<{ board: NamedBoard; bar: BoardQuery }> {
  const unknown = findUnknownKeys(SharedBar, undefined, filters);
  if (Object.keys(unknown).length > 0) throw new ApiError(400, unknown);
  const read = SharedBar.safeParse(filters);
  if (!read.success) throw fromZod(read.error, filters);
  const { board: key, ...bar } = read.data;
  if (typeof key === 'string') return { board: findProductBoard(key), bar };
  try {
    return { board: await getBoard(context, key), bar };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw invalid('board', 'invalid_value');
    throw error;
  }
}
