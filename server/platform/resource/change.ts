import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { type Change, filledColumns, type Input, type Table } from './table.ts';

/** A save ends with the first rule that it breaks. */
export const throwRefusal = (error: ApiError): never => {
  throw error;
};

/** A change with its plain columns. */
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

/** A hook for a resource whose rows are saved one by one: what it gives are further columns, what it throws is the row's refusal. */
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
