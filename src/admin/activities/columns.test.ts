import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { ACTIONS } from './columns.ts';

const { activities } = JSON.parse(readFileSync(new URL('../../../locales/uk/pages.json', import.meta.url), 'utf8'));

test('every action that has words can be asked for, and the other way round', () => {
  expect([...ACTIONS].sort()).toEqual(Object.keys(activities.actions).sort());
});

test('every kind of row that is made by the API has words', () => {
  const made = [...operationsEndpoints, ...adminEndpoints].filter(({ summary }) => summary.startsWith('Add to '));
  const kinds = made.map(({ summary }) => summary.slice('Add to '.length));
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => !(kind in activities.resources))).toEqual([]);
});
