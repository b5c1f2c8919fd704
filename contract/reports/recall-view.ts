import type { Kind } from '#contract/kinds.ts';
import { column, FARM, tile } from './columns.ts';
import type { Column, ReportView, Tile } from './shape.ts';

type More = Partial<Omit<Column, 'key' | 'kind' | 'total'>>;

const ownColumn = <const K extends string>(key: K, kind: Kind, more: More = {}) =>
  column(key, kind, { label: `pages:recall.column.${key}`, ...more });
const summed = <const K extends string>(key: K, more: More = {}) =>
  column(key, 'weight', { label: `pages:recall.column.${key}`, hint: `pages:recall.hint.${key}`, ...more, total: 'sum' });
const ownTile = <const K extends string>(key: K, kind: Tile['kind']) => ({
  ...tile(key, kind),
  ...{ label: `pages:recall.column.${key}`, hint: `pages:recall.hint.${key}` },
});

const WENT = { group: 'pages:recall.went' };

const LOT = [
  ownColumn('lot', 'text', { card: true }),
  ownColumn('lot_kind', 'text', { texts: 'pages:recall.kind' }),
  column('ingredient', 'text', { card: true }),
  FARM,
  column('stock', 'text'),
  ownColumn('received_on', 'date', { card: true }),
  ownColumn('supplier', 'text'),
  ownColumn('document', 'text'),
  ownColumn('analysed_on', 'date'),
];

const FIGURES = [
  summed('lot_received'),
  summed('lot_loaded', WENT),
  summed('lot_sold', WENT),
  summed('lot_passed_on', WENT),
  summed('lot_lost', WENT),
  summed('lot_rest'),
];

/** Everything that became of a lot. */
const recallDetail = {
  rowId: 'lot_key',
  columns: [
    ownColumn('destination', 'text', { texts: 'pages:recall.destination', card: true }),
    column('day', 'date', { card: true }),
    column('farm', 'text'),
    ownColumn('place', 'text', { card: true }),
    column('ration', 'text'),
    column('mixer', 'text'),
    ownColumn('lot_heads', 'count'),
    summed('lot_kg', { card: true }),
    ownColumn('before_receipt', 'text', { hint: 'pages:recall.hint.before_receipt', texts: 'pages:recall.early' }),
  ],
  tiles: [
    ownTile('lot_received', 'weight'),
    ownTile('lot_fed', 'weight'),
    ownTile('lot_rest', 'weight'),
    ownTile('lot_loads', 'count'),
    ownTile('lot_groups', 'count'),
    ownTile('lot_animals', 'count'),
  ],
  series: [
    {
      key: 'by_group',
      label: 'pages:recall.by_group',
      type: 'bar',
      x: column('group', 'text'),
      y: [column('lot_kg', 'weight', { label: 'pages:recall.column.lot_kg' })],
      filter: 'group',
    },
  ],
} as const satisfies ReportView & { rowId: string };

/** Lots with what became of them, in kilograms. */
export const recallView = {
  columns: [...LOT, ...FIGURES],
  tiles: [ownTile('lots', 'count'), ownTile('lot_received', 'weight'), ownTile('lot_rest', 'weight')],
  series: [],
  detail: recallDetail,
} as const satisfies ReportView & { detail: ReportView };

/** The same for the lots that groups were fed, with the kilograms that these groups were given on these days. */
export const eatenView = {
  ...recallView,
  columns: [...LOT, summed('lot_eaten'), ...FIGURES],
} as const satisfies ReportView;
