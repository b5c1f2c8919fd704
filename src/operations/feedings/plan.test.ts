import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planOf as serverPlan, stepOf as serverStep } from '#server/domain/feeding-plan.ts';
import { planOf, stepOf } from './plan.ts';

const percents = fc
  .uniqueArray(fc.integer({ min: 1, max: 9999 }), { maxLength: 12 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
  .map((cuts) => cuts.slice(1).map((cut, index) => (cut - cuts[index]!) / 100));
const herd = fc.array(
  fc.record({
    heads: fc.integer({ min: 0, max: 900 }),
    weight_per_head: fc.integer({ min: 0, max: 60_000 }).map((grams) => grams / 1000),
    growth: fc.constantFrom(1, 1.2, 45 / 48, 100 / 117),
  }),
  { minLength: 1, maxLength: 6 },
);

test('equals the server’s plan to the gram', () => {
  const left = fc.integer({ min: 0, max: 500_000 }).map((grams) => grams / 1000);
  const ration = fc.constantFrom(0, 0.5, 1, 5, 10);
  fc.assert(
    fc.property(
      percents,
      herd,
      fc.boolean(),
      fc.boolean(),
      ration,
      fc.boolean(),
      left,
      (parts, groups, rounds, pounds, step, leftovers, kg) => {
        const input = { groups, percents: parts, leftovers, planned_leftovers: kg };
        const mine = planOf({ ...input, step: stepOf(rounds, pounds, step) });
        const theirs = serverPlan({ ...input, step: serverStep({ mixerRounds: rounds, inPounds: pounds, rationStep: step }) });
        expect(mine).toEqual(theirs);
      },
    ),
    { numRuns: 500 },
  );
});
