/** Random numbers by seed (mulberry32). */
export function createDice(seed: number) {
  let state = seed >>> 0;
  function roll(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    /** 0 … `below` − 1. */
    upTo: (below: number) => Math.floor(roll() * below),
    happens: (chance: number) => roll() < chance,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('nothing to pick from');
      return from[Math.floor(roll() * from.length)] as T;
    },
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((each) => [roll(), each] as const)
        .sort(([a], [b]) => a - b)
        .map(([, each]) => each),
  };
}

export type Dice = ReturnType<typeof createDice>;
