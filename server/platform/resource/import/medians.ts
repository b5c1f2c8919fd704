/** Number of latest rows that define the usual range. */
export const LAST = 20;

/** Min similar figures of a file that define the usual one. */
const LEAST = 3;

/** The median of the figures above 0 with the same key, for keys with at least three. */
export function listMedians(given: Iterable<{ key: string; figure: unknown }>): Map<string, number> {
  const figures = new Map<string, number[]>();
  for (const { key, figure } of given) {
    if (typeof figure !== 'number' || figure <= 0) continue;
    const known = figures.get(key);
    if (known) known.push(figure);
    else figures.set(key, [figure]);
  }
  const medians = new Map<string, number>();
  for (const [key, all] of figures) {
    const middle = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
    if (all.length >= LEAST && middle !== undefined) medians.set(key, middle);
  }
  return medians;
}
