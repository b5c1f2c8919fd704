import type { Kind } from '#contract/kinds.ts';
import { TIMES, WEIGHT } from './headings.ts';
import type { Column, ReportFilter, ReportView, Tile } from './shape.ts';

type More = Partial<Omit<Column, 'key' | 'kind' | 'total'>>;
type Keyed<K extends string> = Column & { readonly key: K };
/** Stands in the total row. */
type Totalled<K extends string> = Keyed<K> & { readonly total: 'sum' | 'formula' };

/** Of a definition whose view stands in a file of its own, `<report>-view.ts`, which no other report waits for; its server names it (`viewOf`). */
export const SHOWN_BY_VIEW = { columns: [], tiles: [], series: [] } as const satisfies ReportView;

/** A column named by its key: `reports:column.<key>`. */
export function column<const K extends string>(key: K, kind: Kind, more: More & { total: 'sum' | 'formula' }): Totalled<K>;
export function column<const K extends string>(key: K, kind: Kind, more?: More): Keyed<K>;
export function column<const K extends string>(key: K, kind: Kind, more: More = {}): Keyed<K> {
  return { key, label: `reports:column.${key}`, kind, ...more };
}

/** A figure that says how it was made: `hints:<key>`. */
export const figure = <const K extends string>(key: K, kind: Kind, total: 'sum' | 'formula', more: More = {}): Totalled<K> =>
  column(key, kind, { total, hint: `hints:${key}`, ...more });

/** A headline figure: `reports:tile.<key>`, its formula the one of the figure of that name. */
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

/** What is weighed: feeds into the mixer, or the mix out of it to groups. What each is judged by has a name of its own. */
type Weighing = 'loading' | 'unloading';

/** What deviations come to in money. */
export const costOfError = <const W extends Weighing>(of: W, more: More = {}) =>
  figure(`${of}_cost_of_error`, 'money', 'sum', { ...more, deviation: true });

/**
 * Plan against fact, as every report on feeding shows it: plan − waiting − not recorded + deviation = fact. `waiting` is the part of the plan whose
 * day isn't over yet, `not_recorded` the part whose day is, of which there are no facts: no deviation is taken from either.
 */
export const planAndFact = (more: More = {}) => [
  column('plan', 'weight', { ...WEIGHT, ...more, total: 'sum' }),
  figure('waiting', 'weight', 'sum', WEIGHT),
  figure('not_recorded', 'weight', 'sum', WEIGHT),
  column('fact', 'weight', { ...WEIGHT, total: 'sum' }),
  figure('deviation', 'weight', 'formula', { ...WEIGHT, deviation: true }),
  figure('deviation_percent', 'percent', 'formula', { ...WEIGHT, deviation: true }),
];

/** Heads that are added up over days are head-days, whatever the API calls them: no column with a total is called heads. */
export const HEAD_DAYS = { label: 'reports:column.head_days', hint: 'hints:head_days_begun' };
/** The same, with days that are still to come. */
export const PLANNED_HEAD_DAYS = { label: HEAD_DAYS.label, hint: 'hints:heads' };

/** Names the farm; the server leaves it out where there is one farm only. */
export const FARM = column('farm', 'text');

/** The filters of reports on feedings, in the order in which they are offered; `more` before the ways to calculate. */
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
 * Columns stand in the order of the question: what it is, plan and fact with what lies between them, money, how well it was done; then who did it,
 * with what and when. What names one schedule:
 */
export const SCHEDULE = [column('day', 'date'), FARM, column('ration', 'text')];

/** In which period of the day, by what and whom a schedule was done. */
export const SCHEDULE_WORK = [
  column('period', 'text'),
  column('mixer', 'text'),
  column('operator', 'text'),
  column('status', 'status'),
  column('started_at', 'datetime', TIMES),
];

/** How well loading or unloading was done: the tiles of both. */
export const qualityTiles = <const W extends Weighing>(of: W) => [
  tile('plan', 'weight'),
  tile('fact', 'weight'),
  tile(`${of}_accuracy`, 'percent', 'up'),
  tile(`${of}_bias`, 'percent', 'zero'),
  tile('bullseye', 'percent', 'up'),
  tile(`${of}_cost_of_error`, 'money', 'zero'),
];
/** The same of one schedule. */
export const scheduleTiles = <const W extends Weighing>(of: W) => [
  tile('plan', 'weight'),
  tile('fact', 'weight'),
  tile('deviation_percent', 'percent', 'zero'),
  tile(`${of}_accuracy`, 'percent', 'up'),
  tile('bullseye', 'percent', 'up'),
  tile(`${of}_cost_of_error`, 'money', 'zero'),
];
