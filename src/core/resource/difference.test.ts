import { describe, expect, it } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { differenceOf } from './difference.ts';

const format = createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'UTC' });
const fields = [
  { key: 'name', label: 'Name' },
  { key: 'price', label: 'Price', kind: 'price' as const },
  { key: 'items', label: 'Parts', text: (value: unknown) => (value as string[]).join(', ') },
];

describe('a difference', () => {
  it('contains only changed fields, as on screen', () =>
    expect(
      differenceOf({ before: { name: 'Hay', price: 1, version: 1 }, after: { name: 'Hay', price: 1200.5, version: 2 } }, fields, format),
    ).toEqual([{ key: 'price', label: 'Price', before: '1.00', after: '1,200.50' }]));
  it('contains all filled fields of a new row', () =>
    expect(differenceOf({ before: null, after: { name: 'Hay', price: null, items: [] } }, fields, format)).toEqual([
      { key: 'name', label: 'Name', before: null, after: 'Hay' },
    ]));
  it('shows equal cut numbers with the decimals in which they differ', () => {
    const of = (before: number, after: number) =>
      differenceOf({ before: { share: before }, after: { share: after } }, [{ key: 'share', label: 'Share', kind: 'percent' }], format).map(
        (change) => [change.before, change.after],
      );
    expect([of(0.501, 0.504), of(0.5, 0.6), of(0.50001, 0.5)].flat()).toEqual([
      ['0.501', '0.504'],
      ['0.5', '0.6'],
      ['0.50001', '0.50000'],
    ]);
  });
  it('states the change of a secret value without the values', () =>
    expect(differenceOf({ before: { key: 'a' }, after: { key: 'b' } }, [{ key: 'key', label: 'Key', word: 'Changed' }], format)).toEqual([
      { key: 'key', label: 'Key', before: null, after: 'Changed', worded: true },
    ]));
  it('compares lists', () =>
    expect(differenceOf({ before: { items: ['a'] }, after: { items: ['a', 'b'] } }, fields, format)).toEqual([
      { key: 'items', label: 'Parts', before: 'a', after: 'a, b' },
    ]));
  it('an empty value is shown as empty', () =>
    expect(differenceOf({ before: { price: null }, after: { price: 2 } }, fields, format)).toEqual([
      { key: 'price', label: 'Price', before: '–', after: '2.00' },
    ]));
  it('lists parts one by one, with removed ones last', () => {
    const parts = (value: unknown) => (value as [string, number][]).map(([key, share]) => ({ key, label: key, value: share }));
    const items = [{ key: 'items', label: 'Parts', kind: 'percent' as const, parts }];
    const before = {
      items: [
        ['hay', 60],
        ['corn', 30],
        ['salt', 10],
      ],
    };
    const after = {
      items: [
        ['meal', 10],
        ['corn', 30],
        ['hay', 60.5],
      ],
    };
    expect(differenceOf({ before, after }, items, format)).toEqual([
      { key: 'items.meal', label: 'meal', before: null, after: '10' },
      { key: 'items.hay', label: 'hay', before: '60', after: '60.5' },
      { key: 'items.salt', label: 'salt', before: '10', after: null },
    ]);
    expect(differenceOf({ before: null, after }, items, format)).toHaveLength(3);
  });
});
