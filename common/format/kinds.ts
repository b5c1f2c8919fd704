import type { Under } from '#common/texts/keys.ts';
import type { Kind } from '#contract/words.ts';
import { clean } from './decimal.ts';
import { lbOfKg, linearLbOfKg, perLbOfKg } from './weight.ts';

/** The kinds that have a unit wherever they are written. */
export type UnitKind = 'weight' | 'percent' | 'money' | 'price' | 'duration';
export type UnitKey = `core:units.${Under<'core:units'>}`;

/** How a kind of value is written, everywhere: the one map that screen, Excel, CSV and PDF read. */
export interface KindFormat {
  type: 'number' | 'date' | 'time' | 'datetime' | 'text' | 'status';
  /** Least and most decimals on screen; a column's own `decimals` overrules both. */
  decimals: readonly [least: number, most: number];
  /** Translation key of the unit in the header; '' when the kind has none. */
  unit: UnitKey | '';
  unitLb?: UnitKey;
  /** From the stored unit to the shown one. */
  shown?: (value: number) => number;
  shownLb?: (value: number) => number;
  /** From the stored unit to pounds so that sums of pounds are the pounds of the sum. */
  summedLb?: (value: number) => number;
}

const plain = (type: KindFormat['type']): KindFormat & { unit: '' } => ({ type, decimals: [0, 2], unit: '' });
const minutes = (seconds: number) => clean(seconds / 60);

export const KIND_FORMATS: Record<UnitKind, KindFormat & { unit: UnitKey }> & Record<Exclude<Kind, UnitKind>, KindFormat & { unit: '' }> = {
  weight: { type: 'number', decimals: [0, 2], unit: 'core:units.kg', unitLb: 'core:units.lbs', shownLb: lbOfKg, summedLb: linearLbOfKg },
  percent: { type: 'number', decimals: [0, 2], unit: 'core:units.percent' },
  money: { type: 'number', decimals: [2, 2], unit: 'core:units.money' },
  // As many as are typed: a reader multiplies it, and 420 kg at 2.007 are 842.94.
  price: { type: 'number', decimals: [2, 4], unit: 'core:units.price', unitLb: 'core:units.price_lb', shownLb: perLbOfKg },
  duration: { type: 'number', decimals: [1, 1], unit: 'core:units.min', shown: minutes },
  count: { type: 'number', decimals: [0, 0], unit: '' },
  ratio: plain('number'),
  date: plain('date'),
  month: plain('date'),
  time: plain('time'),
  datetime: plain('datetime'),
  text: plain('text'),
  status: plain('status'),
};

/** Every key that `unit` can give; the locales must hold them. `money` and `price` take `{{currency}}`. */
export const UNIT_KEYS = [...new Set(Object.values(KIND_FORMATS).flatMap(({ unit, unitLb }) => [unit, unitLb ?? '']))].filter(Boolean);

/** Numbers stand at the right, so that their digits line up. */
export const align = (kind: Kind): 'left' | 'right' => (KIND_FORMATS[kind].type === 'number' ? 'right' : 'left');
