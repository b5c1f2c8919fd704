import { expect, test } from 'vitest';
import { type Compared, compareFigures, comparePartsByName, listNutrientParts } from './compare-rations.ts';

const ration = (values: Partial<Compared>, parts: [ingredient: number, name: string, percent: number][]) =>
  ({
    dry_matter: 40,
    price: 2,
    kg_per_head: null,
    ...values,
    items: parts.map(([ingredient, ingredient_name, percent]) => ({
      ingredient,
      ingredient_name,
      percent,
      amount: percent,
      hold: 'fresh',
      dry_matter: 50,
    })),
  }) as unknown as Compared;

const first = ration({ kg_per_head: 50 }, [
  [1, 'Maize silage', 80],
  [2, 'Barley', 20],
]);
const second = ration({ dry_matter: 45, price: 2.5 }, [
  [11, 'maize  SILAGE', 70],
  [12, 'Premix', 30],
]);

test('parts of two farms are compared by the key of their names, per head and in percent', () => {
  expect(comparePartsByName(first, second, 40)).toEqual([
    { name: 'Maize silage', kg: { first: 40, second: 28, difference: -12 }, percent: { first: 80, second: 70, difference: -10 } },
    { name: 'Barley', kg: { first: 10, second: null, difference: -10 }, percent: { first: 20, second: null, difference: -20 } },
    { name: 'Premix', kg: { first: null, second: 12, difference: 12 }, percent: { first: null, second: 30, difference: 30 } },
  ]);
});

test('the parts of each ration sum to its weight per head', () => {
  const parts = comparePartsByName(first, second, 40);
  const sum = (side: 'first' | 'second' | 'difference') => parts.reduce((all, { kg }) => all + (kg[side] ?? 0), 0);
  const { kg, dry, cost } = compareFigures(first, second, 40);
  expect([sum('first'), sum('second'), sum('difference')]).toEqual([kg.first, kg.second, kg.difference]);
  expect(dry).toEqual({ first: 20, second: 18, difference: -2 });
  expect(cost).toEqual({ first: 100, second: 100, difference: 0 });
});

test('nutrients use today’s dry matter of a feed, or that of the part', () => {
  expect(listNutrientParts(first, new Map([[1, 34]]), 40)).toEqual([
    { ingredient: 1, kg: 40, dry_matter: 34 },
    { ingredient: 2, kg: 10, dry_matter: 50 },
  ]);
});
