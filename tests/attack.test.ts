import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GROUPS, LONG } from './attack/groups.ts';

/** Each of what a group has, once: so many tries at least, so that an empty walk is no pass. `npm run attack` goes on for as long as it is told. */
const LEAST: Record<string, number> = { tenants: 1500, fuzz: 1200, races: 110, guesses: 800, kills: 40 };
/** What nobody has tried yet; `npm run attack -- --seed` tries it again. */
const seed = randomInt(2 ** 31);

it('has a floor for every group', () => {
  expect([...Object.keys(LEAST), ...LONG].toSorted()).toEqual(Object.keys(GROUPS).toSorted());
});

describe(`by seed ${seed}`, () => {
  const groups = Object.entries(GROUPS).filter(([name]) => !LONG.includes(name));
  it.each(groups)('%s find nothing', async (name, group) => {
    const { tries, notes, ...found } = await group({ isOver: () => true, seed });
    expect({ ...found, notes }).toEqual({ faults: 0, leaks: 0, lost: 0, notes });
    expect(tries).toBeGreaterThanOrEqual(LEAST[name] ?? 1);
  });
});
