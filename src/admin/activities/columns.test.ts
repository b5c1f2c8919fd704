import { expect, test } from 'vitest';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { textsAt } from '#tests/support/text-of.ts';
import { ACTIONS } from './columns.ts';

const words = (group: string) => Object.keys(textsAt('uk', `pages:activities.${group}`) ?? {});

test('every action that has words can be asked for, and the other way round', () => {
  expect([...ACTIONS].sort()).toEqual(words('actions').sort());
});

test('every kind of row that is made by the API has words', () => {
  const made = [...operationsEndpoints, ...adminEndpoints].filter(({ summary }) => summary.startsWith('Add to '));
  const kinds = made.map(({ summary }) => summary.slice('Add to '.length));
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => !words('resources').includes(kind))).toEqual([]);
});
