import { expect, test } from 'vitest';
import { compareParts } from '#src/domain/recipe-editor/compare-parts.ts';
import { versionsOf } from './versions.ts';

const part = (ingredient: number, percent: number) => ({
  ingredient,
  ingredient_name: `Feed ${ingredient}`,
  percent,
  amount: percent,
  hold: 'fresh' as const,
  dry_matter: 50,
});

test('two recipes are side by side, with removed parts last', () =>
  expect(compareParts([part(1, 60), part(2, 40)], [part(3, 10), part(1, 90)])).toEqual([
    { name: 'Feed 3', before: null, after: 10 },
    { name: 'Feed 1', before: 60, after: 90 },
    { name: 'Feed 2', before: 40, after: null },
  ]));

test('a delete and an entry without a recipe leave no version', () => {
  const entry = {
    id: 1,
    at: '2026-01-01T00:00:00Z',
    type: 'update' as const,
    name: 'R',
    resource_id: 1,
    farm: null,
    farm_name: null,
    user: 1,
    user_name: 'U',
    language: 'uk',
    timezone: 'UTC',
    before: null,
  };
  expect(
    versionsOf([
      { ...entry, after: null },
      { ...entry, id: 2, after: { name: 'R' } },
      { ...entry, id: 3, after: { name: 'R', items: [part(1, 100)] } },
    ]).map(({ id }) => id),
  ).toEqual([3]);
});
