import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshWeight, groupWeight, planOf, shareByPercent, stepOf, toGrams } from './feeding-plan.ts';

const toKg = (rationStep: number) => stepOf({ mixerRounds: false, inPounds: false, rationStep });
const fiveKg = stepOf({ mixerRounds: true, inPounds: false, rationStep: 1 });
const fiveLb = stepOf({ mixerRounds: true, inPounds: true, rationStep: 1 });
const LB = 0.45359237;

describe('plan', () => {
  it('plans a group by its heads', () => {
    expect(groupWeight(123, 40.123)).toBe(4935.129);
    expect(groupWeight(0, 40)).toBe(0);
  });

  it('subtracts planned leftovers, never below 0', () => {
    expect(freshWeight(1000, true, 120.5)).toBe(879.5);
    expect(freshWeight(1000, true, 1200)).toBe(0);
    expect(freshWeight(1000, false, 120.5)).toBe(1000);
  });

  it('rounds to the step of the ration and puts the difference on the largest ingredient', () => {
    expect(shareByPercent(1000, [33.33, 33.34, 33.33], toKg(1))).toEqual([333, 334, 333]);
    expect(shareByPercent(1003, [60, 30, 10], toKg(10))).toEqual([603, 300, 100]);
    expect(shareByPercent(10, [33.33, 33.34, 33.33], toKg(0))).toEqual([3.333, 3.334, 3.333]);
  });

  it('rounds to 5 kg, or to 5 lb for clients with pounds', () => {
    expect(shareByPercent(1000, [61.3, 28.4, 10.3], fiveKg)).toEqual([610, 285, 105]);
    const [, second, third] = shareByPercent(1000, [61.3, 28.4, 10.3], fiveLb);
    expect(second).toBeCloseTo(625 * LB, 3);
    expect(third).toBeCloseTo(225 * LB, 3);
  });

  it('cuts to the step if rounding would make the largest part negative', () => {
    expect(shareByPercent(8, [33.33, 33.34, 33.33], fiveKg)).toEqual([0, 8, 0]);
    expect(shareByPercent(16.5, [33.33, 33.34, 33.33], fiveKg)).toEqual([5, 6.5, 5]);
  });

  it('sums to the whole to the gram without a negative part, for any weights', () => {
    const percents = fc
      .uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 0, maxLength: 20 })
      .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
      .map((cuts) => cuts.slice(1).map((cut, index) => (cut - (cuts[index] ?? 0)) / 100));
    const groups = fc.array(
      fc.record({
        heads: fc.integer({ min: 0, max: 5000 }),
        weight_per_head: fc.integer({ min: 0, max: 60_000 }).map((grams) => grams / 1000),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const step = fc.oneof(
      fc.constant(fiveKg),
      fc.constant(fiveLb),
      fc.integer({ min: 0, max: 100_000 }).map((grams) => toKg(grams / 1000)),
    );
    const leftovers = fc.integer({ min: 0, max: 1_000_000 }).map((grams) => grams / 1000);
    fc.assert(
      fc.property(percents, groups, step, fc.boolean(), leftovers, (parts, herd, by, on, left) => {
        const plan = planOf({ groups: herd, percents: parts, leftovers: on, planned_leftovers: left, step: by });
        const total = (weights: number[]) => weights.reduce((sum, weight) => sum + toGrams(weight), 0);
        expect(total(plan.groups)).toBe(toGrams(plan.weight_plan));
        expect(total(plan.items)).toBe(toGrams(plan.fresh_weight));
        expect(Math.min(...plan.items)).toBeGreaterThanOrEqual(0);
        expect(toGrams(plan.fresh_weight)).toBe(on ? Math.max(0, toGrams(plan.weight_plan) - toGrams(left)) : toGrams(plan.weight_plan));
      }),
      { numRuns: 500 },
    );
  });
});
