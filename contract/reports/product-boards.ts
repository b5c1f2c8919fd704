import { BOARD_COLUMNS, type BoardTile, type ProductBoardId } from './boards.ts';

type Content = Pick<BoardTile, 'part' | 'key' | 'w' | 'h'> & Partial<Pick<BoardTile, 'report' | 'filters' | 'own'>>;

const figure = (report: string, key: string, w = 4): Content => ({ part: 'tile', report, key, w, h: 4 });
const chart = (report: string, key: string, w = 6, more: Partial<Content> = {}): Content => ({
  part: 'chart',
  report,
  key,
  w,
  h: 8,
  ...more,
});
const table = (report: string, w = 12, more: Partial<Content> = {}): Content => ({ part: 'table', report, key: '', w, h: 8, ...more });
/** A part of home that is no part of a report, such as the next load. */
const block = (key: string, w = 6, h = 5): Content => ({ part: 'block', key, w, h });

/** The tiles placed from left to right, in rows as high as their highest tile. */
export function placeTiles<T extends { w: number; h: number }>(tiles: readonly T[]): (T & { x: number; y: number })[] {
  let x = 0;
  let y = 0;
  let height = 0;
  return tiles.map((tile) => {
    if (x + tile.w > BOARD_COLUMNS) {
      x = 0;
      y += height;
      height = 0;
    }
    const placed = { ...tile, x, y };
    x += tile.w;
    height = Math.max(height, tile.h);
    return placed;
  });
}

const arrange = (contents: readonly Content[]): BoardTile[] =>
  placeTiles(contents.map((content, at) => ({ id: `tile-${at + 1}`, report: null, saved: null, filters: {}, own: false, ...content })));

const MONTH = { own: true, filters: { period: 'this_month' } } as const;
const COMING = { own: true, filters: { period: 'days_30' } } as const;

/** The boards that come with the product. Each figure is one of a report; the viewer's rights decide about each tile. */
export const productBoards: Readonly<Record<ProductBoardId, readonly BoardTile[]>> = {
  owner: arrange([
    figure('dashboard', 'cost_per_head'),
    figure('iofc', 'iofc_per_head'),
    figure('iofc', 'efficiency'),
    chart('dashboard', 'cost_by_day'),
    chart('cost_change', 'causes', 6, MONTH),
    block('farms'),
    block('stock'),
    block('wrong'),
    block('signals'),
  ]),
  accountant: arrange([
    block('month', 12),
    figure('inout', 'closing_value'),
    figure('dashboard', 'cost'),
    figure('dashboard', 'loading_cost_of_error'),
    chart('budget', 'causes', 6, { own: true, filters: { period: 'this_month' } }),
    chart('inout', 'by_day'),
    block('counts', 12),
  ]),
  feeder: arrange([block('next', 12), block('today', 12)]),
  storekeeper: arrange([
    block('stock'),
    block('counts'),
    figure('consumption', 'rest'),
    figure('consumption', 'mean_7'),
    figure('consumption', 'cost_per_day'),
    chart('inout', 'by_day', 12),
    table('orders', 12, COMING),
  ]),
  zootechnician: arrange([
    figure('dashboard', 'dmi'),
    figure('dashboard', 'unloading_accuracy'),
    figure('dashboard', 'leftovers_percent'),
    chart('upload_groups', 'by_group'),
    chart('bunk', 'score_by_group'),
    chart('bunk', 'score_by_day'),
    chart('dry_matter', 'dm_by_day'),
    block('intakes'),
    block('today'),
  ]),
  consultant: arrange([
    block('clients', 12),
    figure('compare', 'cost_per_dry_matter'),
    figure('compare', 'loading_accuracy'),
    figure('compare', 'leftovers_percent'),
    table('compare'),
  ]),
};
