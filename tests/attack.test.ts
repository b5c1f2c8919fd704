import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GROUPS, LONG } from './attack/groups.ts';
import { LONG as LONG_RUN } from './support/count-runs.ts';

/** Min tries of each group, so that an empty run doesn't pass. `npm run attack` runs longer. */
const LEAST: Record<string, number> = {
  tenants: 1500,
  fuzz: 1200,
  races: 110,
  guesses: 800,
  exchange: LONG_RUN ? 10_000 : 2000,
  kills: 40,
};
/** A new seed each time. `npm run attack -- --seed` repeats it. */
const seed = randomInt(2 ** 31);

it('each group has a minimum number of tries', () => {
  expect([...Object.keys(LEAST), ...LONG].toSorted()).toEqual(Object.keys(GROUPS).toSorted());
});

describe(`seed ${seed}`, () => {
  const groups = Object.entries(GROUPS).filter(([name]) => !LONG.includes(name));
  it.each(groups)('%s find nothing', async (name, group) => {
    const { tries, notes, ...found } = await group({ isOver: () => true, seed, least: LEAST[name] ?? 1 });
    expect({ ...found, notes }).toEqual({ faults: 0, leaks: 0, lost: 0, notes });
    expect(tries).toBeGreaterThanOrEqual(LEAST[name] ?? 1);
  });
});
