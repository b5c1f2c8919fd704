import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { column, figure } from '#contract/reports/columns.ts';
import type { Row, Series } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { findTicks, toPaperChart } from './paper-chart.ts';
import { textSeries } from './series-text.ts';

const t = ((key: string) => key) as unknown as TFunction;
const formatIn = (units: 'kg' | 'lb') =>
  createFormatter({ ...firstConventions('en'), language: 'en', units, timezone: 'UTC', currency: 'UAH' });
const draw = (series: Series, units: 'kg' | 'lb' = 'kg') => {
  const format = formatIn(units);
  return toPaperChart(textSeries(series, t, format), t, format);
};

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'];
const byDay: Series = {
  key: 'by_day',
  label: 'reports:series.cost_by_day',
  type: 'line',
  x: column('day', 'date'),
  y: [column('plan_cost_per_head', 'money', { total: 'formula' }), figure('cost_per_head', 'money', 'formula')],
  rows: DAYS.map((day, at) => ({ day, plan_cost_per_head: 100, cost_per_head: at === 1 ? null : 90 + at })),
};

test('ticks are at most six round values within the range, for large and small ranges', () => {
  for (const [low, high] of [
    [0, 1],
    [0, 137.24],
    [-57, 12],
    [0, 4_893_064],
    [0, 0.004],
    [130, 141],
  ] as const) {
    const ticks = findTicks(low, high);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(6);
    for (const at of ticks) expect(at >= low - 1e-9 && at <= high + 1e-9).toBe(true);
  }
});

test('a plan by day is a slate band, the fact a green line, and a day without a value interrupts the line', () => {
  const { shape, marks, low, high } = draw(byDay);
  expect(shape).toBe('upright');
  expect(marks.map(({ mark, colour }) => [mark, colour])).toEqual([
    ['band', 'plan'],
    ['line', 'fact'],
  ]);
  expect(marks[1]?.values).toEqual([90, null, 92]);
  expect([low, high]).toEqual([0, 100]);
});

test('values on paper are in the reader’s unit', () => {
  const series: Series = { ...byDay, type: 'bar', y: [column('fact', 'weight')], rows: DAYS.map((day) => ({ day, fact: 1000 })) };
  const [kg, lb] = [draw(series), draw(series, 'lb')];
  expect(kg.marks[0]?.values[0]).toBe(1000);
  expect(lb.marks[0]?.values[0]).toBeCloseTo(2204.6, 0);
});

test('a waterfall goes from sum to sum, with rises in amber and falls in blue', () => {
  const rows: Row[] = [
    { cause: 'before', cost_effect: 100, standing: true },
    { cause: 'prices', cost_effect: 5, standing: false },
    { cause: 'ration', cost_effect: -8, standing: false },
    { cause: 'now', cost_effect: 97, standing: true },
  ];
  const { shape, steps } = draw({ ...byDay, type: 'waterfall', x: column('cause', 'text'), y: [column('cost_effect', 'money')], rows });
  expect(shape).toBe('waterfall');
  expect(steps.map(({ from, to, colour }) => [from, to, colour])).toEqual([
    [0, 100, 'plan'],
    [100, 105, 'over'],
    [105, 97, 'under'],
    [0, 97, 'plan'],
  ]);
});

test('a person’s note is a number in the chart and a line below it', () => {
  const format = formatIn('kg');
  const remark = { id: 1, date: '2026-11-02', subject: null, subject_name: 'Cows', text: 'New clamp', author_name: 'Ann' };
  const series = { ...textSeries(byDay, t, format), remarks: [remark] as never };
  const { flags, notes } = toPaperChart(series, t, format);
  expect(flags).toEqual([{ at: 1, number: 1 }]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^1\. .*Cows – New clamp$/);
});
