import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#contract/days.ts';
import { ALWAYS, piecesOf } from './months.ts';

/** How often each day is counted. */
function counted(from: string, to: string) {
  const times = new Map<string, number>();
  for (const piece of piecesOf(from, to)) {
    const last = piece.of === 'day' ? piece.to : addDays(`${addDays(piece.to, 31).slice(0, 8)}01`, -1);
    for (let day = piece.from; day <= last; day = addDays(day, 1)) times.set(day, (times.get(day) ?? 0) + (piece.taken ? -1 : 1));
  }
  return [...times].filter(([, count]) => count !== 0).toSorted();
}

describe('a range of days by whole months and few days', () => {
  test('the pieces contain each day once, and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 800 }), (first, length) => {
        const from = addDays('2024-01-01', first);
        const to = addDays(from, length);
        expect(counted(from, to)).toEqual(Array.from({ length: daysBetween(from, to) }, (_, n) => [addDays(from, n), 1]));
      }),
    );
  });

  test('the pieces subtract the few days of a month outside the range', () => {
    expect(piecesOf('2025-11-26', '2026-11-26')).toEqual([
      { of: 'day', from: '2025-11-26', to: '2025-11-30', taken: false },
      { of: 'month', from: '2025-12-01', to: '2026-11-01', taken: false },
      { of: 'day', from: '2026-11-27', to: '2026-11-30', taken: true },
    ]);
  });

  test('reads no month day by day of all that ever was', () => {
    expect(piecesOf(ALWAYS, '2026-11-25')).toEqual([
      { of: 'month', from: ALWAYS, to: '2026-11-01', taken: false },
      { of: 'day', from: '2026-11-26', to: '2026-11-30', taken: true },
    ]);
    expect(piecesOf(ALWAYS, '2026-10-31')).toEqual([{ of: 'month', from: ALWAYS, to: '2026-10-01', taken: false }]);
  });

  test('a range that ends before it begins has no pieces', () => {
    expect(piecesOf('2026-11-02', '2026-11-01')).toEqual([]);
  });
});
