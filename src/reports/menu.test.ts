// @vitest-environment jsdom
import { expect, test } from 'vitest';
import english from '#locales/en/reports.json' with { type: 'json' };
import { reportsScreens } from './index.ts';

const textOf = (key: string) =>
  key
    .replace('reports:', '')
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], english);

test('the menu of reports begins and ends as the specification has it', () => {
  const entries = reportsScreens.filter(({ menu }) => menu === 'reports').map(({ title }) => textOf(title));
  expect(entries.slice(0, 5)).toEqual(['Overview', 'Feed expenditure statement', 'Mixer loading', 'Feeding plan', 'Mixer unloading']);
  expect(entries.slice(-2)).toEqual(['Filters', 'Forms']);
  expect(new Set(entries).size).toBe(entries.length);
  // What the menu doesn't name stands under one that it does.
  const under = reportsScreens.filter(({ under }) => under).map(({ id, under }) => [id, under]);
  expect(under).toEqual([
    ['report-form8', 'forms'],
    ['report-accounting_writeoff', 'forms'],
    ['report-accounting_movement', 'forms'],
  ]);
});
