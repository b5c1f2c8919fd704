// @vitest-environment happy-dom
import i18next from 'i18next';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { languageOfTag } from '#src/core/i18n/languages.ts';
import { readAs } from '#tests/support/reader.ts';
import { ApiError } from './api-error.ts';
import { errorText, failureText, writeLimitsBy } from './error-text.ts';
import { limitText } from './limit-text.ts';

beforeAll(() => {
  writeLimitsBy(limitText);
  return startI18n();
});
afterAll(() => i18next.changeLanguage('uk'));
beforeEach(() => readAs('uk'));

const spaced = (text: string) => text.replace(/\s/gu, ' ');
async function explain(language: string, code: number | string, limit: number | string, field = '') {
  await i18next.changeLanguage(language);
  readAs(languageOfTag(language));
  return spaced(errorText(i18next.t, { code, message: '', limit }, field)).replace(
    /^.*(?:equal to|at least|більшим за|меншим за|weight|größer als|gleich) ?/,
    '',
  );
}

test.each([
  ['uk', 8, 1000, 'jobs.0.groups.1.weight_per_head', '1 000 кг'],
  ['en', 8, 9000, 'weight_plan', '9,000 kg'],
  ['en-US', 8, 1000, 'weight_per_head', '2,204.62 lb'],
  ['en-US', 'min_val', 1, 'max_weight', '2.21 lb'],
  ['uk', 'min_val', 0.001, 'value', '0,01 кг'],
  ['en-US', 'mixer_weight', 9000, 'detail', '(19,841.6 lb)'],
  ['en', 8, 100, 'dry_matter', '100'],
  ['uk', 8, '2026-03-09', 'date', '09.03.2026'],
  ['en-US', 8, '2026-03-09', 'date', '03/09/2026'],
  ['en-US', 'min_val', '13:05:00', 'end_time', '1:05:00 PM'],
  ['uk', 8, '2026-02', 'month', 'лютий 2026'],
])('the text in %s for a limit of code %s, %s, at %s is %s', async (language, code, limit, field, text) => {
  expect(await explain(language, code, limit, field)).toBe(text);
});

test('a moment follows the reader’s clock', async () => {
  expect(await explain('en-US', 8, '2026-03-09T10:00:00.000Z', 'delivered_at')).toMatch(/^03\/\d\d\/2026 \d{1,2}:\d\d [AP]M$/);
});

test('a failure without a field shows its limit in the same format', async () => {
  await i18next.changeLanguage('en-US');
  readAs('us');
  const error = new ApiError(400, { weight: [{ code: 8, message: '', limit: 1000 }] });
  expect(failureText(i18next.t, error)).toContain('2,204.62\u00a0lb');
});

test.each([
  ['de', { units: 'lb', clock: '12' }, ['2.204,62 lb', '1:05 PM', '(19.841,6 lb)']],
  ['en-US', { units: 'kg', clock: '24' }, ['1,000 kg', '13:05', '(9,000 kg)']],
] as const)('limits in %s with %o follow the reader’s own settings', async (language, own, texts) => {
  await i18next.changeLanguage(language);
  readAs('uk', own);
  const said = [
    errorText(i18next.t, { code: 8, message: '', limit: 1000 }, 'weight'),
    errorText(i18next.t, { code: 8, message: '', limit: '13:05' }, 'end_time'),
    errorText(i18next.t, { code: 'mixer_weight', message: '', limit: 9000 }, 'detail'),
  ];
  for (const [at, text] of texts.entries()) expect(spaced(said[at] ?? '')).toContain(text);
});

test('uses outside the reach are counted, in addition to the named ones', async () => {
  await i18next.changeLanguage('uk');
  const error = { code: 'in_use', message: '', values: ['Ранок'], elsewhere: 2 };
  expect(errorText(i18next.t, error)).toBe('Ще використовується: спершу виберіть там заміну: Ранок, на фермах, яких ви не бачите, – 2');
  expect(errorText(i18next.t, { ...error, values: [] })).toContain('на фермах, яких ви не бачите, – 2');
});

test.each([
  ['', 'The name must be unique'],
  ['detail', 'The name must be unique'],
  ['name', 'The name must be unique'],
  ['company_name', 'The name must be unique'],
  ['date', 'There is an entry for this day already'],
  ['days.3.day', 'There is an entry for this day already'],
  ['from', 'There is an entry for this day already'],
  ['done_at', 'There is an entry for this day already'],
  ['planned_on', 'There is an entry for this day already'],
  ['phone', 'There is an entry with this value already'],
  ['farm', 'There is an entry with this value already'],
  ['lines.0.ingredient', 'There is an entry with this value already'],
])('code 5 at “%s” reads “%s”', async (field, text) => {
  await i18next.changeLanguage('en');
  expect(errorText(i18next.t, { code: 5, message: '' }, field)).toBe(text);
});
