import type { Under } from '#common/texts/keys.ts';
import type { Kind } from '#contract/words.ts';
import { clean } from './decimal.ts';
import { lbOfKg, linearLbOfKg, perLbOfKg } from './weight.ts';

/** Kinds that always have a unit. */
export type UnitKind = 'weight' | 'percent' | 'money' | 'price' | 'duration';
export type UnitKey = `core:units.${Under<'core:units'>}`;

/** The format of each kind of value: the one map for screen, Excel, CSV and PDF. */
export interface KindFormat {
  type: 'number' | 'date' | 'time' | 'datetime' | 'text' | 'status';
  /** Min and max decimals on screen. A column's own `decimals` overrides both. */
  decimals: readonly [least: number, most: number];
  /** Translation key of the unit in the header; '' if the kind has none. */
  unit: UnitKey | '';
  unitLb?: UnitKey;
  /** Converts the stored unit to the shown one. */
  shown?: (value: number) => number;
  shownLb?: (value: number) => number;
  /** Converts the stored unit to pounds without rounding, so that a sum of pounds equals the pounds of the sum. */
  summedLb?: (value: number) => number;
}

const plainKind = (type: KindFormat['type']): KindFormat & { unit: '' } => ({ type, decimals: [0, 2], unit: '' });
const minutes = (seconds: number) => clean(seconds / 60);

export const KIND_FORMATS: Record<UnitKind, KindFormat & { unit: UnitKey }> & Record<Exclude<Kind, UnitKind>, KindFormat & { unit: '' }> = {
  weight: { type: 'number', decimals: [0, 2], unit: 'core:units.kg', unitLb: 'core:units.lbs', shownLb: lbOfKg, summedLb: linearLbOfKg },
  percent: { type: 'number', decimals: [0, 2], unit: 'core:units.percent' },
  money: { type: 'number', decimals: [2, 2], unit: 'core:units.money' },
  // As many decimals as typed, because readers multiply a price: 420 kg at 2.007 are 842.94.
  price: { type: 'number', decimals: [2, 4], unit: 'core:units.price', unitLb: 'core:units.price_lb', shownLb: perLbOfKg },
  duration: { type: 'number', decimals: [1, 1], unit: 'core:units.min', shown: minutes },
  count: { type: 'number', decimals: [0, 0], unit: '' },
  ratio: plainKind('number'),
  date: plainKind('date'),
  month: plainKind('date'),
  time: plainKind('time'),
  datetime: plainKind('datetime'),
  text: plainKind('text'),
  status: plainKind('status'),
};

/** Every key that `unit` can return; all locales must contain them. `money` and `price` take `{{currency}}`. */
export const UNIT_KEYS = [...new Set(Object.values(KIND_FORMATS).flatMap(({ unit, unitLb }) => [unit, unitLb ?? '']))].filter(Boolean);

/** Numbers are aligned to the right, so that their digits line up. */
export const align = (kind: Kind): 'left' | 'right' => (KIND_FORMATS[kind].type === 'number' ? 'right' : 'left');
