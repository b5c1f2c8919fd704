import { expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

test('merges files of folders into their namespaces, next to files that are a namespace', () => {
  const files = [
    ['core.json', { yes: 'Yes' }],
    ['operations/farms.json', { operations: { farms: { title: 'Farms' } }, helpdesk: { guides: { farms: 'Where animals stand.' } } }],
    ['operations/groups.json', { operations: { groups: { title: 'Groups' } } }],
  ] as const;
  expect(mergeTexts(files)).toEqual({
    core: { yes: 'Yes' },
    operations: { farms: { title: 'Farms' }, groups: { title: 'Groups' } },
    helpdesk: { guides: { farms: 'Where animals stand.' } },
  });
});

test('refuses a text that two files contain and names the second file', () => {
  const one = { reports: { hint: { rest: 'left' } } };
  expect(() => mergeTexts([['reports/inout.json', one] as const, ['reports/shared.json', one] as const])).toThrow(
    'reports/shared.json says what another file says already: reports.hint.rest',
  );
  expect(() => mergeTexts([['a/a.json', { reports: { hint: 'left' } }] as const, ['a/b.json', one] as const])).toThrow('a/b.json');
  expect(() => mergeTexts([['a/b.json', one] as const, ['a/a.json', { reports: { hint: 'left' } }] as const])).toThrow('a/a.json');
});
