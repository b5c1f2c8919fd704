import { expect, test } from 'vitest';
import { findNutrientUnit } from './nutrient-units.ts';
import type { FilePlan } from './plan.ts';
import { readFile } from './read.ts';

test.each([
  ['', { times: 1, per: null }],
  ['% DM', { times: 1, per: 'dry' }],
  ['% СР', { times: 1, per: 'dry' }],
  ['g/kg TM', { times: 0.1, per: 'dry' }],
  ['г/кг', { times: 0.1, per: null }],
  ['% as fed', { times: 1, per: 'fresh' }],
  ['ppm', { times: 0.0001, per: null }],
  ['MJ/kg', null],
  ['% of the moon', null],
])('the unit %j of a percent column is read', (text, read) => {
  expect(findNutrientUnit(text, 'percent')).toEqual(read);
});

test('energy per pound is converted to megajoules per kilogram', () => {
  // 1 Mcal = 4.184 MJ, 1 lb = 0.45359237 kg.
  expect(findNutrientUnit('Mcal/lb DM', 'mj_kg')).toMatchObject({ times: 4.184 / 0.45359237, per: 'dry' });
});

const plan: FilePlan = {
  language: 'en',
  units: 'kg',
  mostRows: 100,
  fields: [
    { key: 'ingredient_name', kind: 'text', labels: { en: 'Ingredient' } },
    { key: 'sampled_on', kind: 'date', labels: { en: 'Sampled on' } },
    { key: 'nutrient_7', kind: 'ratio', labels: { en: 'Crude protein' }, nutrient: { id: 7, unit: 'percent' }, synonyms: ['CP'] },
    { key: 'nutrient_8', kind: 'ratio', labels: { en: 'Net energy' }, nutrient: { id: 8, unit: 'mcal_kg' }, synonyms: ['NEL'] },
  ],
};
const read = (text: string, more: Partial<FilePlan> = {}) => readFile(new TextEncoder().encode(text), { ...plan, ...more });

test('a laboratory’s columns are read with the units and basis of their headings', async () => {
  const { rows } = await read('Ingredient;Sampled on;CP (g/kg DM);NEL, Mcal/lb\nMaize silage;2026-03-01;82;0,68\n');
  expect(rows.map(({ values }) => values)).toEqual([
    { ingredient_name: 'Maize silage', sampled_on: '2026-03-01', figures_dry: { 7: 8.2 }, figures: { 8: 1.4991433829 } },
  ]);
  const fresh = await read('Ingredient;Sampled on;CP (% as fed)\nMaize silage;2026-03-01;3.1\n');
  expect(fresh.rows[0]?.values).toMatchObject({ figures_fresh: { 7: 3.1 } });
});

test('an unknown unit is named, and a person’s choice for the heading reads the file', async () => {
  const text = 'Ingredient;Sampled on;Protein per cup\nMaize silage;2026-03-01;8.2\n';
  const choices = { 'Protein per cup': { field: 'nutrient_7', unit: '% DM' } };
  const { rows } = await read(text, { choices });
  expect(rows[0]?.values).toMatchObject({ figures_dry: { 7: 8.2 } });
  await expect(read(text, { choices: { 'Protein per cup': { field: 'nutrient_7', unit: 'cups' } } })).rejects.toMatchObject({
    reason: 'unknown_unit',
    names: 'Protein per cup',
  });
});
