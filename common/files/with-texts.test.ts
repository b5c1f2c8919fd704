import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { nutrientBridgeView } from '#contract/reports/nutrient-bridge-view.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { listNamespaces, withTexts } from './with-texts.ts';

test('namespaces of labels and of the words of values are listed once, without texts that people entered', () => {
  const column = { key: 'unit', kind: 'text', label: 'milk:column.unit', texts: 'nutrients:units' };
  const typed = { key: 'group', kind: 'text', label: 'Calves: young', verbatim: true };
  const chart = { key: 'map', label: 'reports:chart.map', x: column, y: [{ ...typed, texts: 'boards:words' }] };
  const answer = { columns: [column, typed], tiles: [{ key: 'cost', label: 'reports:tile.cost' }], series: [chart] };
  expect(listNamespaces(answer as unknown as ReportData)).toEqual(['reports', 'core', 'pages', 'milk', 'nutrients', 'boards']);
});

test('readers of pounds see figures of a row in pounds and megacalories, and the steps still sum', () => {
  const steps = { step_loading: -100, step_division: 50.5, step_mixer: 0, step_refusals: null };
  const change = { key: 'change.nutrient_eaten', kind: 'ratio', label: 'x', compares: 'change' };
  const row = (amount_unit: string) => ({
    amount_unit,
    nutrient_paper: 3200,
    ...steps,
    nutrient_eaten: 3150.5,
    'change.nutrient_eaten': -20,
  });
  const data = {
    columns: [...nutrientBridgeView.columns, change],
    series: [],
    rows: ['g', 'mineral_g', 'mj', 'mcal'].map(row),
  } as unknown as ReportData;
  const t = ((key: string) => key.split('.').at(-1)) as unknown as TFunction;
  const read = (units: 'kg' | 'lb') => withTexts(data, t, units).rows;
  expect(read('kg').map((one) => [one.amount_unit, one.nutrient_eaten])).toEqual([
    ['g', 3150.5],
    ['g', 3150.5],
    ['mj', 3150.5],
    ['mcal', 3150.5],
  ]);
  const [mass, mineral, energy, mcal] = read('lb');
  expect(mass).toMatchObject({ amount_unit: 'lb', step_refusals: null, nutrient_eaten: 3150.5 / 453.59237 });
  expect(Number(mass!['change.nutrient_eaten'])).toBeCloseTo(-20 / 453.59237, 12);
  const [paper, loading, division] = ['nutrient_paper', 'step_loading', 'step_division'].map((key) => Number(mass![key]));
  expect(paper! + loading! + division!).toBeCloseTo(Number(mass!.nutrient_eaten), 12);
  expect([mineral!.amount_unit, mineral!.nutrient_eaten]).toEqual(['g', 3150.5]);
  expect([energy!.amount_unit, Number(energy!.nutrient_eaten)]).toEqual(['mcal', 3150.5 / 4.184]);
  expect([mcal!.amount_unit, mcal!.nutrient_eaten]).toEqual(['mcal', 3150.5]);
});
