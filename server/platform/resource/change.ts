import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { type Change, filledColumns, type Input, type Table } from './table.ts';

/** A save stops at the first rule that it breaks. */
export const throwRefusal = (error: ApiError): never => {
  throw error;
};

/** Returns the change that an input makes, with its plain columns. */
export function changeOf(
  table: Table,
  { id, before, input }: Pick<Change, 'id' | 'before' | 'input'>,
  onRefusal: (error: ApiError) => void = throwRefusal,
): Change {
  const plain = filledColumns(table).filter(([field]) => input[field] !== undefined);
  const change: Change = {
    id,
    before,
    input,
    after: { ...before, ...input },
    columns: Object.fromEntries(plain.map(([field, column]) => [column, input[field]])),
    found: {},
    refused: false,
    refuse(error) {
      change.refused = true;
      onRefusal(error);
    },
  };
  return change;
}

/** Refuses the change with the error that the check throws. */
export function refuseIfThrown(change: Pick<Change, 'refuse'>, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    change.refuse(error);
  }
}

/** Makes a hook for a resource whose rows are saved one by one. `hook` returns further columns; an error from `hook` refuses the row. */
export const oneByOne =
  (hook: (tx: Tx, context: ClientContext, change: Change) => Promise<Input | undefined> | Promise<void>) =>
  async (tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> => {
    for (const change of changes) {
      try {
        Object.assign(change.columns, await hook(tx, context, change));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        change.refuse(error);
      }
    }
  };
