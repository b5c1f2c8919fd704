import { expect, test } from 'vitest';
import { findPoint } from './flags.ts';

const x = { key: 'day', kind: 'date', header: 'Day' } as const;

test('a flag is at its day or the day’s week, and missing for days outside the chart', () => {
  const days = { x, rows: [{ day: '2026-03-02' }, { day: '2026-03-04' }] };
  expect(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map((day) => findPoint(days, day))).toEqual([
    '2026-03-02',
    undefined,
    '2026-03-04',
    undefined,
  ]);
  const weeks = {
    x,
    rows: [
      { day: '2026-03-02', day_until: '2026-03-08' },
      { day: '2026-03-09', day_until: '2026-03-11' },
    ],
  };
  expect(['2026-03-08', '2026-03-09', '2026-03-12'].map((day) => findPoint(weeks, day))).toEqual(['2026-03-02', '2026-03-09', undefined]);
});
