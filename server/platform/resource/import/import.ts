import { wallText } from '#common/format/clock.ts';
import type { ImportBody, Imported, ImportedRow, ImportRepeat, ImportUnusual } from '#contract/imports.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { unlessDry } from '#server/platform/dry-run.ts';
import { invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { judge } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable, type Input } from '#server/platform/resource/table.ts';
import { byPieces, mapByPieces, partOf, toTheEnd, type Work } from '#server/platform/runtime/work.ts';
import { addInTurn } from './add-in-turn.ts';
import { differing } from './differing.ts';
import type { FileChange, Importable } from './importable.ts';
import { meetBy } from './meet-by.ts';
import { createProblems, type Problems } from './problems.ts';
import { inputsOf, type Read, readRows } from './read.ts';
import { cleanRow, idsByName, keyOf, rowsById } from './rows.ts';
import { demandKnownFields } from './unknown-fields.ts';
import { findUnusual } from './unusual.ts';
import { insertAll, notifyScreens, recordAll, updateAll, type Written } from './write.ts';

/**
 * Takes a file's rows in, all or nothing: one transaction, rules checked for all rows together, history a row and one event.
 * A dry run goes the same way up to the writing.
 */
export async function importRows(
  context: ClientContext,
  importable: Importable,
  { rows, farm, dry_run }: ImportBody,
  work: Work,
): Promise<Imported> {
  // About what each takes of the time.
  const [found, judged, planned] = dry_run ? [0.05, 0.4, 0.7] : [0.02, 0.15, 0.28];
  const raws = await mapByPieces(rows, partOf(work, 0, 0), cleanRow);
  const { table, references, parts } = importable;
  demandKnownFields(table.contract, { references: Object.keys({ ...table.references, ...references }), parts }, raws);
  // Adding in turn writes while it judges.
  return unlessDry(dry_run && importable.adds !== undefined, context.write, async (tx) => {
    await work.progress(0);
    const problems = createProblems((at, field) => asNamed(importable, raws[at] ?? {}, field));
    const reads = await readRows(tx, context, importable, raws, { farm, lock: !dry_run }, problems, partOf(work, 0, found));
    const inputs = await inputsOf(tx, context, importable, reads, problems, partOf(work, found, judged));
    if (importable.of) await meetBy(tx, context, importable, importable.of, inputs, problems, !dry_run);
    if (importable.adds) {
      const { changes, ...findings } = await addInTurn(tx, context, importable, inputs, problems, dry_run, partOf(work, judged, 1));
      return answer(importable, raws, reads, changes, problems, toTheEnd, findings);
    }
    const changes = await plan(tx, context, importable, inputs, problems, partOf(work, judged, planned));
    await work.progress(planned);
    if (dry_run) {
      const findings = {
        repeats: await importable.repeats?.(tx, context, changes),
        unusual: await findUnusual(tx, context, importable, changes),
      };
      return answer(importable, raws, reads, changes, problems, partOf(work, planned, 1), findings);
    }
    problems.demandNone();
    await write(tx, context, importable, changes, partOf(work, planned, 1));
    problems.demandNone();
    // From here on it is written, whoever still waits for the answer.
    await work.progress(1);
    return answer(importable, raws, reads, changes, problems, toTheEnd);
  });
}

/** A reference's problem stands where the file has its name, unless it brought the id itself. */
function asNamed({ table, references, parts }: Importable, raw: AnyRow, field: string): string {
  const [first = '', index, last] = field.split('.');
  if (last !== undefined && last in (parts?.find(({ field }) => field === first)?.references ?? {})) {
    return raw[first]?.[Number(index)]?.[last] ? field : `${field}_name`;
  }
  return first in { ...table.references, ...references } && !raw[first] ? `${first}_name` : field;
}

/** The rows that change something, judged by the rules of a save; those that break none. */
async function plan(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  inputs: ReadonlyMap<Read, Input>,
  problems: Problems,
  work: Work,
): Promise<FileChange[]> {
  const { table, byName } = importable;
  const { contract } = table;
  const planned = await mapByPieces([...inputs], work, ([{ at, before, place }, given]): FileChange[] => {
    const input = before ? differing(given, before, importable) : given;
    if (before && Object.keys(input).length === 0) return [];
    const change = changeOf(table, { id: before?.id ?? 0, before, input }, (error) => problems.addAll(at, error));
    return [Object.assign(change, { at, timezone: place.timezone })];
  });
  const changes = planned.flat();
  for (const { before, refuse } of changes) {
    if (!may(context, contract.permission, before ? 'change' : 'add', contract.module)) refuse(invalid('id', 'not_permitted'));
  }
  await judge(tx, anyTable(table), context, changes);
  const sound = () => changes.filter(({ refused }) => !refused);
  // Last, as the database judges it at a save.
  if (byName) await refuseTaken(tx, context, table, sound());
  return sound();
}

/** A name that another row of the farm has. */
async function refuseTaken(tx: Tx, context: ClientContext, table: Importable['table'], changes: readonly FileChange[]): Promise<void> {
  const renamed = changes.filter(({ input }) => input.name !== undefined || input.farm !== undefined);
  const wantedNames = renamed.map(({ after }) => ({ farm: after.farm as number, name: String(after.name) }));
  const taken = await idsByName(tx, anyTable(table), context, wantedNames);
  renamed.forEach(({ id, refuse }, index) => {
    const { farm, name } = wantedNames[index] as (typeof wantedNames)[number];
    if ((taken.get(keyOf(farm, name)) ?? id) !== id) refuse(invalid('name', 'not_unique'));
  });
}

async function write(tx: Tx, context: ClientContext, { table }: Importable, planned: readonly FileChange[], work: Work): Promise<void> {
  const rows = planned.map(({ id, columns }): Written => ({ id, columns }));
  const [known, fresh] = [rows.filter(({ id }) => id > 0), rows.filter(({ id }) => id === 0)];
  await updateAll(tx, table, context.client, known);
  await byPieces(fresh, partOf(work, 0, 0.3), (piece) => insertAll(tx, table, context.client, piece));
  planned.forEach((change, index) => {
    change.id = rows[index]?.id ?? 0;
  });
  await work.progress(0.3);
  await table.afterWrite?.(tx, context, planned);
  await byPieces(planned, partOf(work, 0.6, 1), async (piece) => {
    const ids = piece.map(({ id }) => id);
    const after = await rowsById(tx, table, context, ids);
    const recorded = piece.flatMap(({ id, before }) => (after.has(id) ? [{ before, after: after.get(id)! }] : []));
    await recordAll(tx, context, table, recorded);
  });
  await notifyScreens(
    tx,
    context,
    table,
    planned.map(({ id }) => id),
  );
}

async function answer(
  importable: Importable,
  raws: readonly AnyRow[],
  reads: readonly Read[],
  planned: readonly FileChange[],
  { errors, isWrong }: Problems,
  work: Work,
  findings: { repeats?: ReadonlyMap<number, ImportRepeat> | undefined; unusual?: ReadonlyMap<number, ImportUnusual[]> | undefined } = {},
): Promise<Imported> {
  const met = new Map(reads.map((read) => [read.at, read.before]));
  const changed = new Map(planned.map((change) => [change.at, change]));
  const rows = await mapByPieces(raws, work, (_, at): ImportedRow => {
    const before = met.get(at) ?? null;
    const change = changed.get(at);
    const known = {
      id: change?.id || (before?.id ?? null),
      version: before?.version ?? null,
      repeats: findings.repeats?.get(at) ?? null,
      unusual: findings.unusual?.get(at) ?? [],
    };
    if (isWrong(at)) return { action: 'wrong', ...known, before: {} };
    if (!change) return { action: 'same', ...known, before: {} };
    return { action: before ? 'update' : 'create', ...known, before: before ? asWas(importable, change, before) : {} };
  });
  const tally = (action: ImportedRow['action']) => rows.filter((row) => row.action === action).length;
  return { created: tally('create'), updated: tally('update'), same: tally('same'), rows, errors };
}

/** What the changed fields were: names rather than ids, moments by the farm's clock, as a file has them. */
function asWas({ table, moments = [] }: Importable, { input, timezone }: FileChange, before: AnyRow): AnyRow {
  const references = table.references ?? {};
  return Object.fromEntries(
    Object.keys(input).map((field) => {
      const key = field in references ? `${field}_name` : field;
      const value = before[key] ?? null;
      return [key, value !== null && moments.includes(field) ? wallText(value, timezone) : value];
    }),
  );
}
