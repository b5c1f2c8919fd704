import type { ImportRepeat } from '#contract/imports.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { judge } from '#server/platform/resource/crud.ts';
import { anyTable, type Input } from '#server/platform/resource/table.ts';
import { mapByPieces, type Work } from '#server/platform/runtime/work.ts';
import { differing } from './differing.ts';
import type { FileChange, Importable } from './importable.ts';
import type { Problems } from './problems.ts';
import type { Read } from './read.ts';

/** New rows by their moments, and those of a dry run that look as if they were there already, by their place in the file. */
interface Added {
  changes: FileChange[];
  repeats: ReadonlyMap<number, ImportRepeat> | undefined;
}

/**
 * Judges a file's rows in the order of their moments. Each row sees the changes of the rows before it. A row that names an existing row
 * changes nothing. A dry run skips probable duplicates, because the person may remove them from the file.
 */
export async function planAdded(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  inputs: ReadonlyMap<Read, Input>,
  problems: Problems,
  dry: boolean,
  work: Work,
): Promise<Added> {
  const { table, adds } = importable;
  if (!adds) throw new Error(`${table.contract.id} has rows that change`);
  const { permission, module } = table.contract;
  const planned = await mapByPieces([...inputs], work, ([{ at, before, place }, input]): FileChange[] => {
    if (before) {
      const [field] = Object.keys(differing(input, before, importable));
      if (field) problems.refuser(at)(field, 'only_added');
      return [];
    }
    const change = changeOf(table, { id: 0, before, input }, (error) => problems.addAll(at, error));
    if (!may(context, permission, adds.by, module)) change.refuse(invalid('id', 'not_permitted'));
    return [Object.assign(change, { at, timezone: place.timezone })];
  });
  const allowed = planned.flat().filter(({ refused }) => !refused);
  const repeats = dry ? await importable.repeats?.(tx, context, allowed) : undefined;
  // One moment for all rows without their own: with a moment each, rows of the file could change places.
  const now = context.services.now().toISOString();
  const toMoment = ({ input }: FileChange) => Date.parse((input[adds.order] as string | undefined) ?? now);
  const ordered = allowed.toSorted((a, b) => toMoment(a) - toMoment(b));
  const added = ordered.filter(({ at }) => !repeats?.has(at));
  await judge(tx, anyTable(table), context, added);
  return { changes: ordered.filter(({ refused }) => !refused), repeats };
}
