import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { column } from '#contract/reports/columns.ts';
import { firstConventions } from '#contract/words.ts';
import { axisText, drawn, withUnit } from './series-text.ts';

const uk = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'Europe/Kyiv' });
const us = createFormatter({ language: 'us', ...firstConventions('us'), timezone: 'America/New_York' });
const text = (kind: 'duration' | 'date' | 'datetime') => ({ ...column('x', kind), header: '' });

test('values are drawn in the shown unit, so that axes have round numbers', () => {
  expect(drawn(column('loading', 'duration'), uk)({ loading: 1800 })).toBe(30);
  expect(drawn(column('fact', 'weight'), uk)({ fact: 1000 })).toBe(1000);
  expect(drawn(column('fact', 'weight'), us)({ fact: 453.59237 })).toBeCloseTo(1000, 3);
  expect(drawn(column('fact', 'weight'), us)({ fact: null })).toBeNull();
});

test('an axis shows short days, instants in farm time, and numbers in the drawn unit', () => {
  expect(axisText(uk, text('duration'), 30)).toBe('30');
  expect(axisText(us, text('date'), '2026-11-16')).toBe('Nov 16');
  expect(axisText(us, text('datetime'), Date.parse('2026-11-16T11:05:00Z'))).toBe('6:05 AM');
});

test('money in a text has its currency at the language’s position', () => {
  const usd = createFormatter({ language: 'us', ...firstConventions('us'), timezone: 'America/New_York', currency: 'USD' });
  const cost = { ...column('cost', 'money'), header: '', unit: '$' };
  expect(withUnit(usd, cost, 79635.52)).toBe('$79,635.52');
  expect(withUnit(usd, cost, null)).toBe('–');
  const error = { ...cost, deviation: true };
  expect([1.5, -1.5, 0].map((cell) => withUnit(usd, error, cell))).toEqual(['+$1.50', '−$1.50', '$0']);
  const percent = { ...column('deviation_percent', 'percent', { deviation: true }), header: '', unit: '%' };
  expect([withUnit(usd, percent, 0.35), withUnit(uk, percent, 0.35)]).toEqual(['+0.35%', '+0,35\u00a0%']);
});
