import { wallText } from '#common/format/clock.ts';
import type { ImportBody, Imported, ImportedRow, ImportRepeat, ImportUnusual, UnmatchedName } from '#contract/imports.ts';
import type { Tx } from '#server/db/database.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { unlessDry } from '#server/platform/dry-run.ts';
import { invalid } from '#server/platform/errors.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { judge } from '#server/platform/resource/crud.ts';
import { dropEmptyIds, keepOtherPrograms } from '#server/platform/resource/external-ids.ts';
import { type AnyRow, anyTable, type Input } from '#server/platform/resource/table.ts';
import { mapByPieces, partOf, toTheEnd, type Work } from '#server/platform/runtime/work.ts';
import { differing } from './differing.ts';
import type { FileChange, Importable } from './importable.ts';
import { meetBy } from './meet-by.ts';
import { planAdded } from './plan-added.ts';
import { createProblems, type Problems } from './problems.ts';
import { inputsOf, type Read, readRows } from './read.ts';
import { cleanRow, idsByName, keyOf } from './rows.ts';
import { demandKnownFields } from './unknown-fields.ts';
import { listNamedFields, listUnmatched } from './unmatched.ts';
import { findUnusual } from './unusual.ts';
import { writeAll } from './write.ts';

/**
 * Imports all rows of a file or none: one transaction, rules checked for all rows together, one history entry per row and one event. A dry
 * run does the same up to the writing.
 */
export async function importRows(
  context: ClientContext,
  importable: Importable,
  { rows, farm, dry_run }: ImportBody,
  work: Work,
): Promise<Imported> {
  // Estimated shares of the total time.
  const [found, judged, planned] = dry_run ? [0.05, 0.4, 0.7] : [0.02, 0.15, 0.28];
  const raws = await mapByPieces(rows, partOf(work, 0, 0), (row) => dropEmptyIds(cleanRow(row)));
  const { table, references, parts } = importable;
  demandKnownFields(table.contract, { references: Object.keys({ ...table.references, ...references }), parts }, raws);
  // Judging rows that are added in order may create rows that these need.
  return unlessDry(dry_run && importable.adds !== undefined, context.write, async (tx) => {
    await work.progress(0);
    const problems = createProblems((at, field) => asNamed(importable, raws[at] ?? {}, field));
    const reads = await readRows(tx, context, importable, raws, { farm, lock: !dry_run }, problems, partOf(work, 0, found));
    const inputs = await inputsOf(tx, context, importable, reads, problems, partOf(work, found, judged));
    if (importable.of) await meetBy(tx, context, importable, importable.of, inputs, problems, !dry_run);
    const { changes, repeats } = await plan(tx, context, importable, inputs, problems, dry_run, partOf(work, judged, planned));
    await work.progress(planned);
    if (dry_run) {
      const unusual = await findUnusual(tx, context, importable, changes);
      const { tables } = context.services;
      const farms = new Map(reads.map(({ at, place }) => [at, place.id]));
      const unmatched = listUnmatched(problems.errors, raws, listNamedFields(importable, tables), tables, (at) => farms.get(at));
      const findings = { repeats, unusual, unmatched };
      return answer(importable, raws, reads, changes, problems, partOf(work, planned, 1), findings);
    }
    problems.demandNone();
    await writeAll(tx, context, table, changes, partOf(work, planned, 1));
    problems.demandNone();
    // From here on the rows are written even if nobody waits for the answer any more.
    await work.progress(1);
    return answer(importable, raws, reads, changes, problems, toTheEnd);
  });
}

/** Reports a reference's error at the column that the file has: the name, or the id. */
function asNamed({ table, references, parts }: Importable, raw: AnyRow, field: string): string {
  const [first = '', index, last] = field.split('.');
  if (last !== undefined && last in (parts?.find(({ field }) => field === first)?.references ?? {})) {
    return raw[first]?.[Number(index)]?.[last] ? field : `${field}_name`;
  }
  return first in { farm: true, ...table.references, ...references } && !raw[first] ? `${first}_name` : field;
}

/** Checks the rows that change something like a save does; returns those without errors. */
async function plan(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  inputs: ReadonlyMap<Read, Input>,
  problems: Problems,
  dry: boolean,
  work: Work,
): Promise<{ changes: FileChange[]; repeats: ReadonlyMap<number, ImportRepeat> | undefined }> {
  if (importable.adds) return planAdded(tx, context, importable, inputs, problems, dry, work);
  const { table, byName } = importable;
  const { contract } = table;
  const planned = await mapByPieces([...inputs], work, ([{ at, before, place }, given]): FileChange[] => {
    const whole = before ? keepOtherPrograms(importable.asBefore?.(given, before) ?? given, before) : given;
    const input = before ? differing(whole, before, importable) : whole;
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
  // Checked last, as the database does at a save.
  if (byName) await refuseTaken(tx, context, table, sound());
  const found = sound();
  return { changes: found, repeats: dry ? await importable.repeats?.(tx, context, found) : undefined };
}

/** Refuses a name that another row of the farm has. */
async function refuseTaken(tx: Tx, context: ClientContext, table: Importable['table'], changes: readonly FileChange[]): Promise<void> {
  const renamed = changes.filter(({ input }) => input.name !== undefined || input.farm !== undefined);
  const wantedNames = renamed.map(({ after }) => ({ farm: after.farm as number, name: String(after.name) }));
  const taken = await idsByName(tx, anyTable(table), context, wantedNames);
  renamed.forEach(({ id, refuse }, index) => {
    const { farm, name } = wantedNames[index] as (typeof wantedNames)[number];
    if ((taken.get(keyOf(farm, name)) ?? id) !== id) refuse(invalid('name', 'not_unique'));
  });
}

/** Findings of a dry run, which nothing else needs. */
interface Findings {
  repeats?: ReadonlyMap<number, ImportRepeat> | undefined;
  unusual?: ReadonlyMap<number, ImportUnusual[]> | undefined;
  unmatched?: UnmatchedName[];
}

async function answer(
  importable: Importable,
  raws: readonly AnyRow[],
  reads: readonly Read[],
  planned: readonly FileChange[],
  { errors, isWrong }: Problems,
  work: Work,
  findings: Findings = {},
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
  return { created: tally('create'), updated: tally('update'), same: tally('same'), rows, errors, unmatched: findings.unmatched ?? [] };
}

/** Old values of the changed fields as a file contains them: names instead of ids, moments in the farm's time. */
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
