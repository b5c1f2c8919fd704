import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareInProportion } from '#common/feeding/plan.ts';
import { changedBy } from '#server/operations/feedings/called.ts';
import { type Call, calledWeight } from './called.ts';

const feeding = (schedule: number, kg: number, how: Partial<Call['feedings'][number]> = {}) => ({
  schedule,
  feeding: schedule,
  status: 'waited' as const,
  locked: false,
  follows: true,
  weight_base: kg,
  weight_plan: kg,
  ...how,
});

test('a locked feeding keeps its 2 000 kg, and the edited one takes all 200 kg of the call', () => {
  const call = { group: 1, percent: 5, feedings: [feeding(1, 2000, { locked: true, follows: false }), feeding(2, 2000)] };
  expect(calledWeight(call, 2, 2000, false)).toBe(2200);
  expect(calledWeight(call, 2, 1000, false)).toBe(1150);
  expect(calledWeight(call, 2, 2000, true)).toBeUndefined();
  expect(calledWeight(undefined, 2, 2000, false)).toBeUndefined();
  // A new feeding shares the change with the waiting ones.
  expect(calledWeight(call, null, 2000, false)).toBe(2150);
});

test('waiting loads of a feeding share its change, and started ones stay', () => {
  const load = (schedule: number, how: Parameters<typeof feeding>[2] = {}) => feeding(schedule, 1000, { feeding: 1, ...how });
  const feedings = [load(1, { status: 'loaded', follows: false }), load(2), load(3)];
  const call = { group: 1, percent: 10, feedings };
  // 3 300 kg, 1 000 of them loaded, for any of the loads.
  expect([2, 3].map((schedule) => calledWeight(call, schedule, 3000, false))).toEqual([3300, 3300]);
  const beside = { ...call, feedings: [...feedings, feeding(4, 1000)] };
  // 4 400 kg minus 1 000: two thirds of the rest.
  expect(calledWeight(beside, 2, 3000, false)).toBe(3266.667);
});

const anyFeedings = fc.array(
  fc.record({
    kg: fc.integer({ min: 0, max: 9_000_000 }),
    state: fc.constantFrom('waits', 'locked', 'begun'),
    fact: fc.integer({ min: 0, max: 9_000_000 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('equals the server’s shares to the gram on any day', () => {
  fc.assert(
    fc.property(anyFeedings, fc.integer({ min: -9000, max: 10_000 }), fc.integer({ min: 0, max: 9_000_000 }), (days, hundredths, base) => {
      const feedings = days.map(({ kg, state, fact }, index) =>
        feeding(index + 1, kg / 1000, {
          follows: state === 'waits',
          locked: state === 'locked',
          ...(state === 'begun' ? { status: 'loaded' as const, weight_plan: fact / 1000 } : {}),
        }),
      );
      const call = { group: 1, percent: hundredths / 100, feedings };
      const all = [...feedings, feeding(0, base / 1000)];
      const kg = (one: (typeof all)[number]) => (one.status === 'waited' ? one.weight_base : one.weight_plan);
      const total = (weights: number[]) => weights.reduce((sum, weight) => sum + Math.round(weight * 1000), 0) / 1000;
      const target = changedBy(total(all.map(({ weight_base }) => weight_base)), call.percent);
      const kept = total(all.filter(({ follows }) => !follows).map(kg));
      const following = all.filter(({ follows }) => follows).map(({ weight_base }) => weight_base);
      const shares = shareInProportion(Math.max(0, Math.round(target * 1000) - Math.round(kept * 1000)) / 1000, following);
      expect(calledWeight(call, null, base / 1000, false)).toBe(shares.at(-1));
    }),
  );
});
