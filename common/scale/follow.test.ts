import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CableEvent, createRandom, simulateLoad } from '#tests/support/scale-simulator.ts';
import { createFollower, type LineView, type ScaleGoal } from './follow.ts';
import { createScaleReader, type Reading } from './reader.ts';

const SETTINGS = { sensitivity: 5, seconds: 3 };

const goal = (id: number, plan: number, tolerance = 20, direction: 1 | -1 = 1): ScaleGoal => ({ id, plan, tolerance, direction });
const reading = (kg: number, at: number): Reading => ({ kg, at, unit: 'kg', basis: 'gross', isMoving: false, hasChecksum: true });

/** Readings of one weight for some seconds, ten per second. Returns the last view. */
function weigh(follower: ReturnType<typeof createFollower>, kg: number, from: number, seconds: number, ...lines: ScaleGoal[]): LineView {
  const [first, ...others] = lines as [ScaleGoal, ...ScaleGoal[]];
  const views = Array.from({ length: seconds * 10 + 1 }, (_, index) => follower.add(reading(kg, from + index * 100), first, others));
  return views.at(-1) as LineView;
}

/** The readings of a cable in their order. */
function readCable(events: readonly CableEvent[]) {
  const reader = createScaleReader('digi_star');
  const readings = events.flatMap((event) => {
    if (event.type === 'pulled') reader.restart();
    return event.type === 'bytes' ? reader.push(event.bytes, event.at) : [];
  });
  return { readings, counts: reader.counts };
}

/** Records a load as the screen does: a line that is done is recorded, and the next line begins at its end. */
function record(readings: readonly Reading[], goals: readonly ScaleGoal[]) {
  const follower = createFollower(SETTINGS);
  const facts: { id: number; kg: number }[] = [];
  const warnings = new Set<string>();
  for (const one of readings) {
    const [current, ...others] = goals.slice(facts.length);
    if (!current) break;
    const { warning, isDone, steadyPart } = follower.add(one, current, others);
    if (warning) warnings.add(warning.kind);
    if (!isDone || steadyPart === null) continue;
    facts.push({ id: current.id, kg: steadyPart });
    follower.begin((follower.readStart() ?? 0) + current.direction * steadyPart);
  }
  return { facts, warnings: [...warnings] };
}

/** A load or an unloading with weights that differ from their plan by less than the tolerance. */
function makeTask(seed: number, direction: 1 | -1) {
  const random = createRandom(seed);
  const goals = Array.from({ length: 4 + Math.floor(random() * 5) }, (_, index) =>
    goal(index + 1, 100 + Math.floor(random() * 1500), 20, direction),
  );
  const lines = goals.map(({ id, plan }) => ({ id, kg: plan + Math.round(random() * 20 - 10) }));
  const start = direction === 1 ? Math.floor(random() * 50) : lines.reduce((sum, { kg }) => sum + kg, 100);
  return { goals, lines, start };
}

describe.each([1, -1] as const)('a simulated load in direction %i', (direction) => {
  test('40 minutes at 10 Hz with noise and two pulled cables give the true weights within the sensitivity, each once', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.boolean(), fc.constantFrom('kg' as const, 'lb' as const), (seed, hasChecksum, unit) => {
        const { goals, lines, start } = makeTask(seed, direction);
        const events = simulateLoad({ seed, lines, direction, start, unit, hasChecksum });
        expect(events.filter(({ type }) => type === 'pulled')).toHaveLength(2);
        const { readings, counts } = readCable(events);
        const { facts, warnings } = record(readings, goals);
        expect(facts.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
        for (const [index, { kg }] of facts.entries())
          expect(Math.abs(kg - (lines[index]?.kg ?? 0)), `line ${index + 1}`).toBeLessThanOrEqual(SETTINGS.sensitivity);
        const sum = (list: readonly { kg: number }[]) => list.reduce((total, { kg }) => total + kg, 0);
        expect(Math.abs(sum(facts) - sum(lines))).toBeLessThanOrEqual(SETTINGS.sensitivity);
        expect(warnings.filter((kind) => kind !== 'over')).toEqual([]);
        expect(counts.readings).toBeGreaterThan(20_000);
        for (const fault of ['unreadable', 'error', 'changed', 'partial'] as const) expect(counts[fault], fault).toBeGreaterThan(0);
        if (hasChecksum) expect(counts.checksum).toBeGreaterThan(0);
      }),
      { numRuns: 8 },
    );
  });
});

test('the same seed gives the same bytes', () => {
  const { lines, start } = makeTask(7, 1);
  expect(simulateLoad({ seed: 7, lines, direction: 1, start })).toEqual(simulateLoad({ seed: 7, lines, direction: 1, start }));
});

test('a weight is steady only after the seconds of the mixer, without gap, motion or a wider spread', () => {
  const follower = createFollower(SETTINGS);
  follower.begin(0);
  expect(weigh(follower, 100, 0, 2, goal(1, 500)).steadyPart).toBeNull();
  expect(weigh(follower, 104, 2100, 2, goal(1, 500)).steadyPart).toBe(104);
  expect(follower.add(reading(110, 4200), goal(1, 500), []).steadyPart).toBeNull();
  expect(weigh(follower, 110, 4300, 3, goal(1, 500)).steadyPart).toBe(110);
  expect(weigh(follower, 110, 9000, 2, goal(1, 500)).steadyPart).toBeNull();
  expect(follower.add({ ...reading(110, 11_100), isMoving: true }, goal(1, 500), []).steadyPart).toBeNull();
});

test('a line is done in tolerance, not below half of its plan and not before anything moved', () => {
  const follower = createFollower(SETTINGS);
  follower.begin(1000);
  expect(weigh(follower, 1000, 0, 4, goal(1, 15)).isDone).toBe(false);
  expect(weigh(follower, 1007, 5000, 4, goal(1, 15)).isDone).toBe(false);
  expect(weigh(follower, 1008, 10_000, 4, goal(1, 15)).isDone).toBe(true);
  expect(weigh(follower, 1479, 20_000, 4, goal(1, 500)).isDone).toBe(false);
  expect(weigh(follower, 1480, 30_000, 4, goal(1, 500)).isDone).toBe(true);
  expect(weigh(follower, 1521, 40_000, 4, goal(1, 500))).toMatchObject({ isDone: false, warning: { kind: 'over' } });
});

test('a part that fits another line warns of a wrong order', () => {
  const follower = createFollower(SETTINGS);
  follower.begin(0);
  expect(weigh(follower, 805, 0, 4, goal(1, 200), goal(2, 800)).warning).toEqual({ kind: 'other', id: 2 });
});

test('a falling weight warns while loading, a rising one while unloading, and the part continues at the present weight', () => {
  for (const direction of [1, -1] as const) {
    const follower = createFollower(SETTINGS);
    const line = goal(1, 1000, 20, direction);
    follower.begin(2000);
    expect(weigh(follower, 2000 + direction * 400, 0, 4, line)).toMatchObject({ part: 400, warning: null });
    expect(weigh(follower, 2000 + direction * 390, 5000, 2, line).warning).toBeNull();
    expect(weigh(follower, 2000 + direction * 300, 8000, 2, line).warning).toEqual({ kind: 'reversed', part: 400 });
    follower.continueAt(400, 2000 + direction * 300, direction);
    expect(weigh(follower, 2000 + direction * 300, 11_000, 2, line)).toMatchObject({ part: 400, warning: null });
  }
});

test('the first steady weight is the start of a line without one', () => {
  const follower = createFollower(SETTINGS);
  follower.begin(null);
  expect(weigh(follower, 700, 0, 2, goal(1, 500)).part).toBeNull();
  expect(weigh(follower, 700, 2100, 2, goal(1, 500)).part).toBe(0);
  expect(follower.readStart()).toBe(700);
});
