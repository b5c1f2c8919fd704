import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseStep, computeGroupWeight, planFeeding, planLastLoad, shareByPercent, toGrams } from './plan.ts';

const toKg = (rationStep: number) => chooseStep({ mixerRounds: false, inPounds: false, rationStep });
const fiveKg = chooseStep({ mixerRounds: true, inPounds: false, rationStep: 1 });
const fiveLb = chooseStep({ mixerRounds: true, inPounds: true, rationStep: 1 });
const LB = 0.45359237;
const addUp = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + toGrams(weight), 0);

describe('plan', () => {
  it('plans a group by its heads', () => {
    expect(computeGroupWeight(123, 40.123)).toBe(4935.129);
    expect(computeGroupWeight(0, 40)).toBe(0);
  });

  it('subtracts planned leftovers, never below 0', () => {
    const fresh = (leftovers: boolean, planned_leftovers: number) =>
      planFeeding({ groups: [{ heads: 10, weight_per_head: 100 }], percents: [100], leftovers, planned_leftovers, step: toKg(0) })
        .fresh_weight;
    expect([fresh(true, 120.5), fresh(true, 1200), fresh(false, 120.5)]).toEqual([879.5, 0, 1000]);
  });

  it('rounds to the step of the ration and puts the difference on the largest ingredient', () => {
    expect(shareByPercent(1000, [33.33, 33.34, 33.33], toKg(1))).toEqual([333, 334, 333]);
    expect(shareByPercent(1003, [60, 30, 10], toKg(10))).toEqual([603, 300, 100]);
    expect(shareByPercent(10, [33.33, 33.34, 33.33], toKg(0))).toEqual([3.333, 3.334, 3.333]);
  });

  it('rounds ingredients and the load to 5 kg, or to 5 lb for clients with pounds', () => {
    expect(shareByPercent(1000, [61.3, 28.4, 10.3], fiveKg)).toEqual([610, 285, 105]);
    expect(shareByPercent(1281.4, [61.3, 28.4, 10.3], fiveKg)).toEqual([785, 365, 130]);
    const pounds = shareByPercent(1000, [61.3, 28.4, 10.3], fiveLb).map((kg) => kg / LB);
    for (const [index, weight] of [1355, 625, 225].entries()) expect(pounds[index]).toBeCloseTo(weight, 2);
  });

  it('plans a share under half a step to the gram and the other shares in steps', () => {
    expect(shareByPercent(1281.4, [61.3, 38.5, 0.1, 0.1], fiveKg)).toEqual([785, 495, 1.281, 1.281]);
    expect(shareByPercent(1000, [60, 39.96, 0.04], toKg(1))).toEqual([599.6, 400, 0.4]);
  });

  it('plans to the gram if the load is too small for the step', () => {
    expect(shareByPercent(8, [33.33, 33.34, 33.33], fiveKg)).toEqual([2.666, 2.668, 2.666]);
    expect(shareByPercent(16.5, [33.33, 33.34, 33.33], fiveKg)).toEqual([5, 5, 5]);
    expect(shareByPercent(2, [60, 40], fiveKg)).toEqual([1.2, 0.8]);
    expect(shareByPercent(0, [60, 40], fiveKg)).toEqual([0, 0]);
    expect(shareByPercent(5, [], fiveKg)).toEqual([]);
  });

  it('plans the last of several loads with the grams that equal loads leave', () => {
    expect(planLastLoad(1000, 3, [60, 40], toKg(1))).toEqual({ weight_plan: 333.334, items: [200.334, 133] });
    expect(planLastLoad(1000, 3, [60, 40], fiveKg).items).toEqual([200, 135]);
  });

  it('sums to the load to the gram without a negative part, in steps, for any weights', () => {
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
        const plan = planFeeding({ groups: herd, percents: parts, leftovers: on, planned_leftovers: left, step: by });
        expect(addUp(plan.groups)).toBe(toGrams(plan.weight_plan));
        expect(addUp(plan.items)).toBe(toGrams(plan.fresh_weight));
        expect(Math.min(...plan.items)).toBeGreaterThanOrEqual(0);
        const exact = Math.max(0, toGrams(plan.weight_plan) - (on ? toGrams(left) : 0));
        const size = Number(by.size) / 100_000;
        expect(Math.abs(toGrams(plan.fresh_weight) - exact)).toBeLessThanOrEqual(by.wholeLoad ? size / 2 + 1 : 0);
        // No feed with at least a gram is left out.
        const small = parts.filter((percent, index) => percent * exact >= 100 && plan.items[index] === 0);
        expect(small).toEqual([]);
        const isLarge = by === fiveKg && exact >= 15_000 * parts.length;
        const inSteps = isLarge ? plan.items.map(toGrams).filter((grams) => grams * 2 >= size) : [];
        expect(inSteps.filter((grams) => grams % 5000 !== 0)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
