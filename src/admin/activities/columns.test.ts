import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { cellText } from '#src/core/resource/column.ts';
import { textsAt } from '#tests/support/text-of.ts';
import { ACTIONS, activityColumns } from './columns.ts';
import type { Activity } from './queries.ts';

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

test('a moment reads by the clock that days are filtered by, whatever farm is open', () => {
  const format = createFormatter({ language: 'de', ...firstConventions('de'), timezone: 'Europe/Kyiv' });
  const [at] = activityColumns(((key: string) => key) as never);
  expect(at && cellText(format, at, { at: '2026-11-24T22:30:00Z' } as Activity)).toBe('24.11.2026 22:30');
});
