import { expect, test } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { filled, granted, grantedCount, sectionsOf } from './matrix.ts';

const NOTHING = { view: false, add: false, change: false, delete: false };

test('changing includes seeing; without seeing nothing is granted', () => {
  expect(granted(NOTHING, 'change', true)).toEqual({ ...NOTHING, view: true, change: true });
  expect(granted({ view: true, add: true, change: true, delete: true }, 'view', false)).toEqual(NOTHING);
  expect(granted({ view: true, add: true, change: false, delete: false }, 'add', false)).toEqual({ ...NOTHING, view: true });
});

test('a group’s rights are merged into all grantable items', () => {
  const all = permissionsOf({});
  const group = permissionsOf({ 'manger.ration': 'vc' }).filter(({ name }) => name === 'ration');
  const matrix = filled(all, group);
  expect(matrix).toHaveLength(all.length);
  expect(matrix.find(({ name }) => name === 'ration')).toMatchObject({ view: true, add: false, change: true });
  expect(grantedCount(matrix)).toBe(1);
});

test('sections of modules that the client lacks are omitted', () => {
  const all = permissionsOf({});
  const ids = (modules: string[]) => sectionsOf(all, modules).map(({ id }) => id);
  expect(ids(['manger'])).toEqual(['managers', 'reports', 'schedule', 'history']);
  expect(ids(['manger', 'animalfeed'])).toContain('animalfeed');
  expect(sectionsOf(all, ['manger'])[0]!.entries.map(({ index }) => all[index]!.name)).toContain('ration');
});
