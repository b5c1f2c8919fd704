import type { BatchRow } from '#contract/operations/batches.ts';

type Placed = Pick<BatchRow, 'id' | 'version' | 'position'>;

/** Returns the batches whose position changes when the one at `index` moves by `step`; empty if it can't move. */
export function moved(rows: readonly Placed[], index: number, step: -1 | 1): Placed[] {
  const to = index + step;
  const batch = rows[index];
  if (!batch || to < 0 || to >= rows.length) return [];
  const others = rows.filter((_, at) => at !== index);
  // Uses the existing positions in ascending order: completed batches keep theirs.
  const places: number[] = [];
  for (const { position } of rows) places.push(Math.max(position, (places.at(-1) ?? position - 1) + 1));
  return [...others.slice(0, to), batch, ...others.slice(to)]
    .map((row, at) => ({ id: row.id, version: row.version, position: places[at]!, was: row.position }))
    .filter(({ position, was }) => position !== was)
    .map(({ was: _, ...row }) => row);
}
