import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feedOfDay } from './programmes.ts';

const step = (day: number, ration: number, weight_per_head: number) => ({ day, ration, weight_per_head });
const listFed = (programme: Parameters<typeof feedOfDay>[0], day: number) =>
  feedOfDay(programme, day).map(({ step: { ration }, weight_per_head }) => [ration, weight_per_head]);

test('kilograms change linearly between steps and stay after the last one', () => {
  const programme = { steps: [step(1, 1, 8), step(5, 1, 10), step(9, 1, 9)], blend_days: 3 };
  const kilograms = [1, 2, 3, 4, 5, 7, 9, 400].map((day) => listFed(programme, day));
  expect(kilograms).toEqual([8, 8.5, 9, 9.5, 10, 9.5, 9, 9].map((kg) => [[1, kg]]));
  expect(listFed(programme, 0)).toEqual([]);
});

test('a blend raises the new ration’s share by day: 25, 50, 75 %, then all', () => {
  const programme = { steps: [step(1, 1, 10), step(6, 2, 10)], blend_days: 3 };
  expect(listFed(programme, 5)).toEqual([[1, 10]]);
  expect([6, 7, 8, 9].map((day) => listFed(programme, day))).toEqual([
    [
      [1, 7.5],
      [2, 2.5],
    ],
    [
      [1, 5],
      [2, 5],
    ],
    [
      [1, 2.5],
      [2, 7.5],
    ],
    [[2, 10]],
  ]);
  expect(listFed({ ...programme, blend_days: 0 }, 6)).toEqual([[2, 10]]);
});

const anySteps = fc
  .array(
    fc.record({ gap: fc.integer({ min: 1, max: 30 }), ration: fc.integer({ min: 1, max: 4 }), grams: fc.integer({ min: 1, max: 40_000 }) }),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) =>
    parts.map(({ ration, grams }, at) => step(1 + parts.slice(1, at + 1).reduce((sum, { gap }) => sum + gap, 0), ration, grams / 1000)),
  );

test('a day’s kilograms are interpolated to the gram for any steps and blends', () => {
  fc.assert(
    fc.property(anySteps, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 200 }), (steps, blend_days, day) => {
      const sum = (blended: number) =>
        feedOfDay({ steps, blend_days: blended }, day).reduce((all, part) => all + Math.round(part.weight_per_head * 1000), 0);
      const at = steps.findLastIndex((one) => one.day <= day);
      const [own, next] = [steps[at]!, steps[at + 1] ?? steps[at]!];
      const bounds = [own, next].map(({ weight_per_head }) => Math.round(weight_per_head * 1000));
      expect(sum(blend_days)).toBe(sum(0));
      expect(sum(0)).toBeGreaterThanOrEqual(Math.min(...bounds));
      expect(sum(0)).toBeLessThanOrEqual(Math.max(...bounds));
      if (own.day === day) expect(sum(0)).toBe(bounds[0]);
      for (const { weight_per_head } of feedOfDay({ steps, blend_days }, day)) expect(weight_per_head).toBeGreaterThanOrEqual(0);
    }),
  );
});
