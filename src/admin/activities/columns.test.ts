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

test('exactly the actions with a text can be filtered', () => {
  expect([...ACTIONS].sort()).toEqual(words('actions').sort());
});

test('every kind of row of the API has a text', () => {
  const made = [...operationsEndpoints, ...adminEndpoints].filter(({ summary }) => summary.startsWith('Add to '));
  const kinds = made.map(({ summary }) => summary.slice('Add to '.length));
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => !words('resources').includes(kind))).toEqual([]);
});

test('a moment is in the time zone of the day filter, for any open farm', () => {
  const format = createFormatter({ language: 'de', ...firstConventions('de'), timezone: 'Europe/Kyiv' });
  const [at] = activityColumns(((key: string) => key) as never);
  expect(at && cellText(format, at, { at: '2026-11-24T22:30:00Z' } as Activity)).toBe('24.11.2026 22:30');
});
