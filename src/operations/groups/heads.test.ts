import { expect, test } from 'vitest';
import { stepsOf } from './heads.ts';

const at = (day: string) => Date.parse(day);

test('a head count holds until the next, the last until today', () => {
  const heads = [
    { day: '2026-03-10', heads: 90 },
    { day: '2026-03-01', heads: 100 },
  ];
  expect(stepsOf(heads, '2026-03-20')).toEqual([
    { at: at('2026-03-01'), heads: 100 },
    { at: at('2026-03-10'), heads: 90 },
    { at: at('2026-03-20'), heads: 90 },
  ]);
  expect(stepsOf(heads, '2026-03-10')).toHaveLength(2);
  expect(stepsOf([], '2026-03-10')).toEqual([]);
});
