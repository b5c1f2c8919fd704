import type { Kind } from '#contract/kinds.ts';
import { TIMES, WEIGHT } from './headings.ts';
import type { Column, ReportFilter, ReportView, Tile } from './shape.ts';

type More = Partial<Omit<Column, 'key' | 'kind' | 'total'>>;
type Keyed<K extends string> = Column & { readonly key: K };
/** A column with a total. */
type Totalled<K extends string> = Keyed<K> & { readonly total: 'sum' | 'formula' };

/** A definition whose view is in `<report>-view.ts`, which no other report loads; its server names the view (`viewOf`). */
export const SHOWN_BY_VIEW = { columns: [], tiles: [], series: [] } as const satisfies ReportView;

/** A column labelled by its key: `reports:column.<key>`. */
export function column<const K extends string>(key: K, kind: Kind, more: More & { total: 'sum' | 'formula' }): Totalled<K>;
export function column<const K extends string>(key: K, kind: Kind, more?: More): Keyed<K>;
export function column<const K extends string>(key: K, kind: Kind, more: More = {}): Keyed<K> {
  return { key, label: `reports:column.${key}`, kind, ...more };
}

/** A figure with an explanation: `hints:<key>`. */
export const figure = <const K extends string>(key: K, kind: Kind, total: 'sum' | 'formula', more: More = {}): Totalled<K> =>
  column(key, kind, { total, hint: `hints:${key}`, ...more });

/** A headline figure: `reports:tile.<key>`, with the formula of the figure of that name. */
export const tile = <const K extends string>(
  key: K,
  kind: Kind,
  good?: Tile['good'],
): Omit<Tile, 'value' | 'previous' | 'key'> & { readonly key: K } => ({
  key,
  label: `reports:tile.${key}`,
  kind,
  hint: `hints:${key}`,
  ...(good ? { good } : {}),
});

/** Weighings: feeds into the mixer, or the mix out of it to groups. Their measures have names of their own. */
type Weighing = 'loading' | 'unloading';

/** The money of deviations. */
export const costOfError = <const W extends Weighing>(of: W, more: More = {}) =>
  figure(`${of}_cost_of_error`, 'money', 'sum', { ...more, deviation: true });

/**
 * Plan and fact of every report on feeding: plan − waiting − not recorded + deviation = fact. `waiting` is the unfinished part of days that
 * aren't over, `not_recorded` the part without facts of past days. Neither has a deviation.
 */
export const planAndFact = (more: More = {}) => [
  column('plan', 'weight', { ...WEIGHT, ...more, total: 'sum' }),
  figure('waiting', 'weight', 'sum', WEIGHT),
  figure('not_recorded', 'weight', 'sum', WEIGHT),
  column('fact', 'weight', { ...WEIGHT, total: 'sum' }),
  figure('deviation', 'weight', 'formula', { ...WEIGHT, deviation: true }),
  figure('deviation_percent', 'percent', 'formula', { ...WEIGHT, deviation: true }),
];

/** Heads summed over days are head-days, also if the API's key is `heads`: no column with a total is labelled heads. */
export const HEAD_DAYS = { label: 'reports:column.head_days', hint: 'hints:head_days_begun' };
/** The same, including days still to come. */
export const PLANNED_HEAD_DAYS = { label: HEAD_DAYS.label, hint: 'hints:heads' };

/** The farm's name. The server omits it if there is only one farm. */
export const FARM = column('farm', 'text');

/** The filters of reports on feedings, in their order. `more` precede the calculation options. */
export const feedingFilters = (...more: ReportFilter[]): ReportFilter[] => [
  'farm',
  'planned_on_after',
  'planned_on_before',
  'mixer',
  'ration',
  'worker',
  'loading',
  'status',
  'animal_type',
  'group',
  ...more,
  'price_basis',
  'deviation',
  'compare_with',
];

/**
 * Columns have one order: identity, plan and fact with the figures between them, money, quality, then people, machines and times. The
 * identity of a feeding:
 */
export const SCHEDULE = [column('day', 'date'), FARM, column('ration', 'text')];

/** Period, mixer and operator of a feeding. */
export const SCHEDULE_WORK = [
  column('period', 'text'),
  column('mixer', 'text'),
  column('operator', 'text'),
  column('status', 'status'),
  column('started_at', 'datetime', TIMES),
];

/** Quality of loading or unloading: the tiles of both. */
export const qualityTiles = <const W extends Weighing>(of: W) => [
  tile('plan', 'weight'),
  tile('fact', 'weight'),
  tile(`${of}_accuracy`, 'percent', 'up'),
  tile(`${of}_bias`, 'percent', 'zero'),
  tile('bullseye', 'percent', 'up'),
  tile(`${of}_cost_of_error`, 'money', 'zero'),
];
/** The same for one feeding. */
export const scheduleTiles = <const W extends Weighing>(of: W) => [
  tile('plan', 'weight'),
  tile('fact', 'weight'),
  tile('deviation_percent', 'percent', 'zero'),
  tile(`${of}_accuracy`, 'percent', 'up'),
  tile('bullseye', 'percent', 'up'),
  tile(`${of}_cost_of_error`, 'money', 'zero'),
];
