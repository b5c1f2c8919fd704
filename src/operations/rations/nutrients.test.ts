import { expect, test } from 'vitest';
import type { ListedNutrient } from '#src/operations/analyses/file.ts';
import { findNorm, mixNutrients, toAmount } from './nutrients.ts';

const protein: ListedNutrient = { id: 1, name: 'Protein', unit: 'percent', per: 'dry', standard: 'protein', decimals: 1, position: 1 };
const salt: ListedNutrient = { ...protein, id: 2, name: 'Salt', per: 'fresh', standard: null };

// Pearson square of a textbook ration: 10 kg of silage (35 % dry matter, 8 % protein) and 2 kg of meal (90 %, 40 %).
test('the nutrients of a mix sum kilograms × dry matter × value', () => {
  const parts = [
    { ingredient: 10, kg: 10, dry_matter: 35 },
    { ingredient: 20, kg: 2, dry_matter: 90 },
  ];
  const values = [
    { ingredient: 10, nutrient: 1, value: 8 },
    { ingredient: 20, nutrient: 1, value: 40 },
    { ingredient: 20, nutrient: 2, value: 0.5 },
  ];
  const [mixed, salted] = mixNutrients(parts, [protein, salt], values);
  expect(mixed).toMatchObject({ perHead: 100, missing: 0 });
  expect(mixed?.inDryMatter).toBeCloseTo(18.867924528, 9);
  expect(salted).toMatchObject({ perHead: 1, missing: 1 });
  expect(mixNutrients([], [protein], [])[0]).toMatchObject({ perHead: 0, inDryMatter: null });
});

test('amounts are grams or megacalories, and grams of minerals have a unit of their own', () => {
  expect(toAmount(protein, 100)).toEqual({ value: 1000, unit: 'g' });
  expect(toAmount({ unit: 'percent', standard: 'calcium' }, 100)).toEqual({ value: 1000, unit: 'mineral_g' });
  expect(toAmount({ unit: 'mcal_lb', standard: 'nel' }, 0.45359237)).toEqual({ value: 1, unit: 'mcal' });
});

test('the group’s own norm precedes that of its animal type, the newest first', () => {
  const norm = { id: 1, animal_type: 7, group: null, nutrient: 1, from: '2026-01-01', min: 14 } as never;
  const own = { id: 2, animal_type: null, group: 3, nutrient: 1, from: '2026-02-01', min: 15 } as never;
  const newer = { id: 3, animal_type: null, group: 3, nutrient: 1, from: '2026-03-01', min: 16 } as never;
  const find = (day: string) => findNorm([newer, norm, own], { id: 3, animal_type: 7 }, 1, day)?.id;
  expect(['2025-12-31', '2026-01-15', '2026-02-15', '2026-03-15'].map(find)).toEqual([undefined, 1, 2, 3]);
});
