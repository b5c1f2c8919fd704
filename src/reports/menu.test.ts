// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { textOf } from '#tests/support/text-of.ts';
import { reportsScreens } from './index.ts';

test('the menu of reports begins and ends as the specification has it', () => {
  const entries = reportsScreens.filter(({ menu }) => menu === 'reports').map(({ title }) => textOf('en', title));
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
