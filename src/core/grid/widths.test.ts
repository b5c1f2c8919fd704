import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { column } from '#contract/reports/columns.ts';
import { firstConventions } from '#contract/words.ts';
import { pinnedKeys, totalKeyOf, widthOf } from './widths.ts';

const columns = (['group', 'ration', 'plan', 'fact'] as const).map((key) => ({
  ...column(key, key === 'group' || key === 'ration' ? 'text' : 'weight'),
  header: key,
}));
const stay = (options: Parameters<typeof pinnedKeys>[1]) => [...pinnedKeys(columns, options)];

test('columns that name a row are pinned, in a narrow window only the first', () => {
  expect(stay({ narrow: false })).toEqual(['group', 'ration']);
  expect(stay({ narrow: true })).toEqual(['group']);
});

test('columns pinned by a person are pinned too, freed ones aren’t', () => {
  expect(stay({ narrow: false, pins: { fact: true, ration: false } })).toEqual(['group', 'fact']);
  expect(stay({ narrow: true, pins: { fact: true, plan: false } })).toEqual(['group', 'fact']);
});

test('on a phone one column is pinned: the person’s, otherwise the name', () => {
  expect(stay({ narrow: true, phone: true })).toEqual(['group']);
  expect(stay({ narrow: true, phone: true, pins: { fact: true } })).toEqual(['fact']);
  expect(stay({ narrow: true, phone: true, pins: { group: false } })).toEqual([]);
});

test('the total row’s name is in the first column without a total', () => {
  expect(totalKeyOf(columns, { plan: 1 })).toBe('group');
  expect(totalKeyOf(columns.slice(1), { plan: 1 })).toBe('ration');
});

test('a column without a total has room for its largest number', () => {
  const format = createFormatter({ language: 'de', ...firstConventions('de'), timezone: 'Europe/Berlin', currency: 'UAH' });
  const options = { format, totals: {}, pinned: new Set<string>(), widest: 320 };
  const weight = { ...column('weight', 'weight'), header: 'Gewicht', unit: 'kg' };
  const width = (...weights: (number | null)[]) => widthOf(weight, { ...options, rows: weights.map((one) => ({ weight: one })) }).first;
  expect(width(null, 12)).toBe(width(1));
  // 152.250,42
  expect(width(152_250.42, 3)).toBeGreaterThanOrEqual(115);
  expect(width(-152_250, 3)).toBeGreaterThan(width(152_250, 3));
});
