import type { z } from 'zod';
import { isClosed } from '#contract/reports/signal-words.ts';
import type { SignalsClosing } from '#contract/reports/signals.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { inTransaction, judge, lockAndGet, writeChanges } from '#server/platform/resource/crud.ts';
import { anyTable, type Change } from '#server/platform/resource/table.ts';
import { signalTable } from './table.ts';

const table = anyTable(signalTable);

/** Closes signals for one reason, all or none, and gives how many: those that are closed already keep their word. 400 at `ids` of one out of reach. */
export async function closeSignals(context: ClientContext, { ids, state, note }: z.output<typeof SignalsClosing>): Promise<number> {
  return inTransaction(context, table, async (tx) => {
    const changes: Change[] = [];
    // In one order, so that two who close some of the same never wait for each other in a circle.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const before = await lockAndGet(tx, table, context, id).catch((error) => {
        throw error instanceof ApiError && error.status === 404 ? invalid('ids', 'invalid_value') : error;
      });
      if (!isClosed(before.state)) changes.push(changeOf(table, { id, before, input: { state, note } }));
    }
    if (changes.length > 0) {
      await judge(tx, table, context, changes);
      await writeChanges(tx, table, context, changes);
    }
    return changes.length;
  });
}
