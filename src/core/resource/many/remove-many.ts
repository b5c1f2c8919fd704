import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';

/** Requests at once: more would only wait in the server's queue. */
const AT_ONCE = 4;

export interface Refused<Row> {
  row: Row;
  error: unknown;
}

export interface ManyDone<Row> {
  done: Row[];
  refused: Refused<Row>[];
}

/** Calls `work` for each row, a few at once. Returns the done rows and the refused ones with their errors. */
async function runForEach<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  onDone: (row: Row) => void,
): Promise<ManyDone<Row>> {
  const outcome: ManyDone<Row> = { done: [], refused: [] };
  const waiting = [...rows];
  const runNext = async (): Promise<void> => {
    const row = waiting.shift();
    if (row === undefined) return;
    try {
      await work(row);
      outcome.done.push(row);
      onDone(row);
    } catch (error) {
      outcome.refused.push({ row, error });
    }
    return runNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return outcome;
}

/**
 * Deletes rows, each by its own rules, and refuses only those that remain in use. Rows that are in use by other rows of the selection
 * follow after these.
 */
export async function removeMany<Row extends { id: number }>(
  { path }: Pick<Resource, 'path'>,
  rows: readonly Row[],
  farm: number | undefined,
  onDone: (row: Row) => void,
): Promise<ManyDone<Row>> {
  const done: Row[] = [];
  let left = rows;
  for (;;) {
    const pass = await runForEach(left, ({ id }) => api.delete(`${path}/${id}/`, { farm }), onDone);
    done.push(...pass.done);
    if (pass.done.length === 0 || pass.refused.length === 0) return { done, refused: pass.refused };
    left = pass.refused.map(({ row }) => row);
  }
}

/** Restores deleted rows, the last deleted one first. */
export const restoreMany = <Row extends { id: number }>({ path }: Pick<Resource, 'path'>, rows: readonly Row[], farm: number | undefined) =>
  runForEach(
    rows.toReversed(),
    ({ id }) => api.post(`${path}/${id}/restore/`, { body: {}, farm }),
    () => undefined,
  );
