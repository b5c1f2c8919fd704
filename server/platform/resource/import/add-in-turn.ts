import type { ImportRepeat, ImportUnusual } from '#contract/imports.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import type { Input } from '#server/platform/resource/table.ts';
import type { Work } from '#server/platform/runtime/work.ts';
import { differing } from './differing.ts';
import type { FileChange, Importable } from './importable.ts';
import type { Problems } from './problems.ts';
import type { Read } from './read.ts';
import { findUnusual } from './unusual.ts';

/** What a dry run found about rows, by their place in the file. */
interface Findings {
  repeats: ReadonlyMap<number, ImportRepeat> | undefined;
  unusual: ReadonlyMap<number, ImportUnusual[]> | undefined;
}

/**
 * Adds a file's rows one after the other in the order in which they happened, each as a save of its own would, so that what one leaves the next
 * finds. A row that is there may be named, and changes nothing. Of a dry run nothing may stay: rows that look as if they were there already are
 * told and not added, for they may be left out.
 */
export async function addInTurn(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  inputs: ReadonlyMap<Read, Input>,
  problems: Problems,
  dry: boolean,
  work: Work,
): Promise<{ changes: FileChange[] } & Findings> {
  const { table, adds } = importable;
  if (!adds) throw new Error(`${table.contract.id} is not added in turn`);
  const { permission, module } = table.contract;
  const changes: FileChange[] = [];
  for (const [{ at, before, place }, input] of inputs) {
    if (before) {
      const [field] = Object.keys(differing(input, before, importable));
      if (field) problems.refuser(at)(field, 'only_added');
      continue;
    }
    const change = changeOf(table, { id: 0, before, input }, (error) => problems.addAll(at, error));
    changes.push(Object.assign(change, { at, timezone: place.timezone }));
    if (!may(context, permission, adds.by, module)) change.refuse(invalid('id', 'not_permitted'));
  }
  const allowed = changes.filter(({ refused }) => !refused);
  const repeats = dry ? await importable.repeats?.(tx, context, allowed) : undefined;
  const unusual = dry ? await findUnusual(tx, context, importable, allowed) : undefined;
  // One moment for all rows without their own: with a moment each, rows of the file could change places.
  const now = context.services.now().toISOString();
  const toMoment = ({ input }: FileChange) => Date.parse((input[adds.order] as string | undefined) ?? now);
  const inside: ClientContext = { ...context, db: tx, write: (next) => next(tx) };
  const ordered = allowed.filter(({ at }) => !repeats?.has(at)).toSorted((a, b) => toMoment(a) - toMoment(b));
  for (const [done, change] of ordered.entries()) {
    await work.progress(done / ordered.length);
    try {
      const id = await adds.add(inside, change.input);
      // Of a dry run it is nobody's.
      if (!dry) change.id = id;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      change.refuse(error);
    }
  }
  if (!dry) problems.demandNone();
  await work.progress(1);
  return { changes: allowed.filter(({ refused }) => !refused), repeats, unusual };
}
