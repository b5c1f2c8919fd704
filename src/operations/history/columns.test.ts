import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import { firstConventions } from '#contract/words.ts';
import { readTexts } from '#scripts/texts.ts';
import { listInput } from '#src/core/resource/list-input.ts';
import { changeColumns } from './columns.tsx';
import type { Change } from './queries.ts';

const change = (timezone: string): Change => ({
  id: 1,
  at: '2026-03-29T01:30:00Z',
  type: 'update',
  name: 'Cows',
  resource_id: 2,
  farm: 5,
  farm_name: 'North',
  user: 3,
  user_name: 'Olena',
  language: 'uk',
  timezone,
  before: { counted_at: '2026-03-29T00:30:00Z' },
  after: { counted_at: '2026-03-29T01:30:00Z' },
});

beforeAll(() => i18next.init({ lng: 'en', resources: { en: readTexts('en') }, interpolation: { escapeValue: false } }));

it('a file of changes has the time of each farm, and the language of its reader', () => {
  const format = createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'UTC' });
  const fields = [{ key: 'counted_at', label: 'Counted on', kind: 'datetime' as const }];
  const columns = changeColumns('ingredients', i18next.t, format, fields).filter(({ exported }) => exported !== false);
  // On either side of the change to summer time.
  const rows = [change('Europe/Kyiv'), change('America/New_York')];
  const { rows: cells } = listInput({ title: 'Changes', columns, rows, search: '' }, format, i18next.t);
  expect(cells.map(({ at, timezone, language }) => [at, timezone, language])).toEqual([
    ['2026-03-29T04:30:00.000Z', 'Europe/Kyiv', 'Українська'],
    ['2026-03-28T21:30:00.000Z', 'America/New_York', 'Українська'],
  ]);
  const written = (timezone: string) => createFormatter({ language: 'en', ...firstConventions('en'), timezone });
  for (const [index, { timezone, before, after }] of rows.entries()) {
    const words = [before, after].map((side) => written(timezone).value('datetime', side?.counted_at as string));
    expect(cells[index]?.changes).toBe(`Counted on: ${words.join(' → ')}`);
  }
});

it('a name that the server wrote once has its days as the reader writes them, and a rule its word', () => {
  const format = createFormatter({ language: 'de', ...firstConventions('de'), timezone: 'UTC' });
  const buildCells = (list: HistoryList, of: Partial<Change>) => {
    const columns = changeColumns(list, i18next.t, format, []).filter(({ exported }) => exported !== false);
    return listInput({ title: 'Changes', columns, rows: [{ ...change('UTC'), ...of }], search: '' }, format, i18next.t).rows[0];
  };
  expect(buildCells('services', { name: 'Mixer 24 m³ 2026-09-19' })).toMatchObject({ name: 'Mixer 24 m³ 19.09.2026', farm_name: 'North' });
  expect(buildCells('signals', { name: 'North', after: { rule: 'no_facts' } })).toMatchObject({
    name: 'North',
    rule: 'Nothing recorded yet today',
  });
  expect(buildCells('signalrules', { name: 'North: no_facts', after: { rule: 'no_facts' } })).toMatchObject({
    name: 'Nothing recorded yet today',
  });
  expect(buildCells('farms', {})).not.toHaveProperty('farm_name');
});
