import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BoardFigures, BoardTile, boards, ProductBoardId } from '#contract/reports/boards.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { SOURCES } from '#src/core/report/queries.ts';
import { type Bar, toQuery } from './bar.ts';

export type Board = RowOf<typeof boards>;

/** A board's key: a stored board by number, a product board by role. */
export type BoardKey = number | ProductBoardId;

/** The path of a board's figures and file. */
export const toBoardPath = (key: BoardKey): string => (typeof key === 'number' ? `report/boards/${key}` : `report/product-boards/${key}`);

/** The parts of tiles that decide their figures. Another place on the grid loads nothing. */
const toSources = (tiles: readonly BoardTile[]) => tiles.map(({ x: _x, y: _y, w: _w, h: _h, ...source }) => source);

/** The figures of all tiles, loaded in one request and again when their data change. */
export function useFigures(key: BoardKey | undefined, tiles: readonly BoardTile[], bar: Bar) {
  const query = toQuery(bar);
  const hasFigures = tiles.some(({ part }) => part !== 'block');
  return useQuery({
    queryKey: ['reports', 'board', key, toSources(tiles), query],
    queryFn: async ({ signal }) => {
      return (await api.get<BoardFigures>(`${toBoardPath(key!)}/figures/`, { query, signal })).data;
    },
    enabled: key !== undefined && hasFigures,
    placeholderData: keepPreviousData,
    meta: { of: SOURCES },
  });
}
