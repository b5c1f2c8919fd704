import { expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { column, figure } from '#contract/reports/columns.ts';
import type { Column, Row } from '#contract/reports/shape.ts';
import { fitSeries, MAX_BARS } from './fit-series.ts';
import type { TextSeries } from './series-text.ts';

const text = (one: Column) => ({ ...one, header: one.key, unit: '' });
const others = (count: number) => `${count} others`;
const series = (x: Column, y: Column[], rows: Row[]): TextSeries => ({
  key: 'one',
  type: 'bar',
  title: 'One',
  x: text(x),
  y: y.map(text),
  rows,
});
const planAndFact = [column('plan', 'weight'), column('fact', 'weight')];
const byDay = (count: number) =>
  series(
    column('day', 'date'),
    planAndFact,
    Array.from({ length: count }, (_, at) => ({ day: addDays('2026-01-01', at), plan: 100.1, fact: at })),
  );
const sum = (rows: readonly Row[], key: string) => Math.round(rows.reduce((total, row) => total + Number(row[key]), 0) * 1000) / 1000;

test('up to 31 days are bars, more are a line', () => {
  expect(fitSeries(byDay(MAX_BARS), others)).toMatchObject({ type: 'bar' });
  const longer = fitSeries(byDay(MAX_BARS + 1), others);
  expect(longer).toMatchObject({ type: 'line' });
  expect(longer.by).toBeUndefined();
  expect(longer.rows).toHaveLength(32);
});

test('beyond 92 days a point is a week, beyond a year a month, without any loss', () => {
  expect(fitSeries(byDay(92), others).by).toBeUndefined();
  const weeks = fitSeries(byDay(93), others);
  expect(weeks).toMatchObject({ by: 'week', type: 'bar' });
  // 1 January 2026 is a Thursday: a week of four days.
  expect(weeks.rows.slice(0, 2)).toMatchObject([
    { day: '2026-01-01', day_until: '2026-01-04', plan: 400.4, fact: 6 },
    { day: '2026-01-05', day_until: '2026-01-11', plan: 700.7 },
  ]);
  expect(sum(weeks.rows, 'fact')).toBe(sum(byDay(93).rows, 'fact'));
  const months = fitSeries(byDay(400), others);
  expect(months).toMatchObject({ by: 'month', type: 'bar' });
  expect(months.rows).toHaveLength(14);
  expect(months.rows[1]).toMatchObject({ day: '2026-02-01', day_until: '2026-02-28' });
  expect(sum(months.rows, 'plan')).toBe(40040);
});

test('a figure that isn’t a sum keeps its days', () => {
  const { rows } = byDay(200);
  const costs = series(
    column('day', 'date'),
    [figure('cost_per_head', 'money', 'formula')],
    rows.map(({ day, fact }) => ({ day: day!, cost_per_head: fact! })),
  );
  expect(fitSeries(costs, others)).toMatchObject({ type: 'line', rows: costs.rows });
});

const makeSeries = (count: number, y: Column) =>
  series(
    column('group', 'text'),
    [y],
    Array.from({ length: count }, (_, at) => ({ group: `G${at}`, group_id: at, [y.key]: at % 2 ? -at : at })),
  );

test('names are sorted by size: eight bars, and one for the sum of the others', () => {
  const few = fitSeries(makeSeries(9, column('cost', 'money')), others);
  expect(few.rows.map(({ group }) => group)).toEqual(['G8', 'G7', 'G6', 'G5', 'G4', 'G3', 'G2', 'G1', 'G0']);
  const many = fitSeries(makeSeries(12, column('cost', 'money')), others);
  expect(many.rows).toHaveLength(9);
  // 0 − 1 + 2 − 3: not a group, so it can't be a filter.
  expect(many.rows.at(-1)).toEqual({ group: '4 others', cost: -2 });
});

test('a waterfall has at most seven steps: the largest changes, which sum to the last bar', () => {
  const sizes = [0, -4, 0.25, 3, 2, -0.5, 1, null];
  const rows: Row[] = [
    { cause: 'before', effect: 10, standing: true },
    ...sizes.slice(0, 4).map((effect, at) => ({ cause: `c${at}`, effect })),
    { cause: 'between', effect: 9.25, standing: true },
    ...sizes.slice(4).map((effect, at) => ({ cause: `c${at + 4}`, effect })),
    { cause: 'now', effect: 11.75, standing: true },
  ];
  const steps = { ...series(column('cause', 'text'), [column('effect', 'money')], rows), type: 'waterfall' as const };
  const { rows: drawn } = fitSeries(steps, others);
  expect(drawn.map(({ cause, effect }) => [cause, effect])).toEqual([
    ['before', 10],
    ['c1', -4],
    ['c3', 3],
    ['c4', 2],
    ['c6', 1],
    ['2 others', -0.25],
    ['now', 11.75],
  ]);
  // Five changes need no bar for others, and a change of 0 needs no step.
  const five = { ...steps, rows: [...rows.slice(0, 8), rows.at(-1)!] };
  expect(fitSeries(five, others).rows.map(({ cause }) => cause)).toEqual(['before', 'c1', 'c2', 'c3', 'c4', 'c5', 'now']);
});

test('feeds that run out are sorted with the least days first', () => {
  const left = series(
    column('ingredient', 'text'),
    [column('days_left', 'ratio')],
    [
      { ingredient: 'A', days_left: 20 },
      { ingredient: 'B', days_left: 3 },
    ],
  );
  expect(fitSeries(left, others).rows.map(({ ingredient }) => ingredient)).toEqual(['B', 'A']);
});

test('other names of a figure that isn’t a sum have no bar but are counted', () => {
  expect(fitSeries(makeSeries(12, figure('cost_per_head', 'money', 'formula')), others).rows.at(-1)).toEqual({ group: '4 others' });
});

test('accuracy is drawn as error, the largest first, with its limit as a line', () => {
  const accuracy = series(
    column('group', 'text'),
    [figure('loading_accuracy', 'percent', 'formula')],
    [
      { group: 'A', loading_accuracy: 99.5 },
      { group: 'B', loading_accuracy: 96.9 },
      { group: 'C', loading_accuracy: null },
    ],
  );
  const fitted = fitSeries(accuracy, others);
  expect(fitted.limit).toBe(2);
  expect(fitted.rows.map(({ group, loading_accuracy }) => [group, loading_accuracy])).toEqual([
    ['B', 3.1],
    ['A', 0.5],
    ['C', null],
  ]);
});
