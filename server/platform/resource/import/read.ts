import { foldLookalikes } from '#common/files/incoming/keys.ts';
import { ExternalId } from '#contract/external-ids.ts';
import { Id } from '#contract/kinds.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { readInput } from '#server/platform/http/read-input.ts';
import { findRowsByExternalId } from '#server/platform/resource/external-ids.ts';
import { listReferences } from '#server/platform/resource/references.ts';
import type { AnyRow, Input } from '#server/platform/resource/table.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { byPieces, mapByPieces, RECKONED_PIECE, type Work } from '#server/platform/runtime/work.ts';
import { tableOf } from '#server/platform/table-basics.ts';
import type { Importable } from './importable.ts';
import { momentFrom } from './moments.ts';
import { type Names, namesOf } from './names.ts';
import { type Place, placesOf } from './places.ts';
import { namesTwin, type Problems, type Refuse } from './problems.ts';
import { emptyOf, idsByName, keyOf, rowsById } from './rows.ts';

/** A row of the file with the existing row that it means and its farm. */
export interface Read {
  at: number;
  raw: AnyRow;
  before: AnyRow | null;
  place: Place;
}

/** Finds the existing row that each row of a file means, with a few queries for all. Rows with errors are left out. */
export async function readRows(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  raws: readonly AnyRow[],
  { farm, lock }: { farm: number | undefined; lock: boolean },
  problems: Problems,
  work: Work,
): Promise<Read[]> {
  const places = await placesOf(tx, context, farm);
  const known = await namedById(tx, context, importable, raws, { farm, lock }, problems);
  const placed = await mapByPieces(raws, work, (raw, at): Read[] => {
    const before = known.get(at) ?? null;
    if (problems.isWrong(at)) return [];
    const place = places.of(raw, before, problems.refuser(at));
    return place ? [{ at, raw, before, place }] : [];
  });
  const reads = placed.flat();
  await meetByExternalId(tx, context, importable, reads, lock);
  if (importable.byName) await meetByName(tx, context, importable, reads, lock);
  refuseTwins(importable, reads, problems);
  return reads;
}

async function namedById(
  tx: Tx,
  context: ClientContext,
  { table }: Importable,
  raws: readonly AnyRow[],
  { farm, lock }: { farm: number | undefined; lock: boolean },
  problems: Problems,
): Promise<Map<number, AnyRow>> {
  const ids = raws.map(({ id }) => Id.safeParse(id).data);
  const rows = await rowsById(
    tx,
    table,
    context,
    ids.filter((id) => id !== undefined),
    lock,
  );
  const found = new Map<number, AnyRow>();
  for (const [at, raw] of raws.entries()) {
    if ((raw.id ?? null) === null) continue;
    const row = rows.get(ids[at] ?? 0);
    if (!row || (farm !== undefined && row.farm !== farm)) problems.refuser(at)('id', 'invalid_value');
    else if ((raw.version ?? row.version) !== row.version) problems.refuser(at)('version', 'stale_version');
    else found.set(at, row);
  }
  return found;
}

/** Matches rows without an id with the rows of their farm that have one of their external ids. */
async function meetByExternalId(tx: Tx, context: ClientContext, { table }: Importable, reads: Read[], lock: boolean): Promise<void> {
  const open = reads.filter(({ raw, before }) => !before && raw.id === undefined && Array.isArray(raw.external_ids));
  const wanted = open.flatMap(({ raw }, at) =>
    (raw.external_ids as unknown[]).flatMap((id) => {
      const { success, data } = ExternalId.safeParse(id);
      return success ? [{ ...data, at }] : [];
    }),
  );
  const ids = await findRowsByExternalId(tx, table.contract.id, context.client, wanted);
  const rows = await rowsById(tx, table, context, [...new Set(ids.values())], lock);
  for (const [at, id] of ids) {
    const read = open[at];
    const row = rows.get(id);
    if (read && row && (row.farm ?? read.place.id) === read.place.id) read.before = row;
  }
}

/** Matches rows without an id with existing rows by name. */
async function meetByName(tx: Tx, context: ClientContext, { table }: Importable, reads: Read[], lock: boolean): Promise<void> {
  const open = reads.filter(({ raw, before }) => !before && raw.id === undefined && typeof raw.name === 'string');
  const wantedNames = open.map(({ raw, place }) => ({ farm: place.id, name: raw.name as string }));
  const ids = await idsByName(tx, table, context, wantedNames);
  const rows = await rowsById(tx, table, context, [...ids.values()], lock);
  for (const read of open) {
    const { raw, place } = read;
    read.before = rows.get(ids.get(keyOf(place.id, raw.name)) ?? 0) ?? null;
    // Another spelling of the same name doesn't rename the row; another case does.
    if (read.before && raw.name.toLowerCase() !== read.before.name.toLowerCase()) raw.name = read.before.name;
  }
}

/** Reports rows that mean the same existing row, or have the same new name, at the second one. */
function refuseTwins({ byName }: Importable, reads: readonly Read[], problems: Problems): void {
  const ids = new Map<number, number>();
  const names = new Map<string, number>();
  for (const { at, raw, before, place } of reads) {
    const refuse = problems.refuser(at);
    const twin = before ? findTwin(ids, before.id, at) : undefined;
    if (twin !== undefined) refuse(raw.id === undefined ? 'name' : 'id', 'not_unique', namesTwin(twin));
    const name = raw.name ?? before?.name;
    if (!byName || typeof name !== 'string') continue;
    refuseMixedLetters(name, before, refuse);
    const namesake = findTwin(names, keyOf(place.id, name), at);
    if (namesake !== undefined) refuse('name', 'not_unique', namesTwin(namesake));
  }
}

function refuseMixedLetters(name: string, before: AnyRow | null, refuse: Refuse): void {
  const folded = foldLookalikes(name);
  if (name !== before?.name && folded !== name) refuse('name', 'mixed_letters', { values: [folded] });
}

/** Returns the earlier row with the same key; undefined for the first row, which is remembered. */
function findTwin<K>(rows: Map<K, number>, key: K, at: number): number | undefined {
  const twin = rows.get(key);
  if (twin === undefined) rows.set(key, at);
  return twin;
}

/** Converts names to ids and empty cells to the empty value of their field, and validates the row by the contract. */
export async function inputsOf(
  tx: Tx,
  context: ClientContext,
  importable: Importable,
  reads: readonly Read[],
  problems: Problems,
  work: Work,
): Promise<Map<Read, Input>> {
  const { create, update } = importable.table.contract;
  const names = await findNames(tx, context, importable, reads);
  const partNames = await findPartNames(tx, context, importable, reads);
  const empties = new Map(Object.entries(create.shape).map(([field, schema]) => [field, emptyOf(schema)]));

  const now = context.services.now();
  const inputs = new Map<Read, Input>();
  const judge = (read: Read) => {
    const { at, before } = read;
    const values = toValues(read, { importable, empties, names, partNames }, problems.refuser(at));
    const { data, refusal } = readInput(before ? update : create, values, now);
    if (refusal) problems.addAll(at, refusal);
    else if (!problems.isWrong(at)) inputs.set(read, data as Input);
  };
  await byPieces(reads, work, (piece) => piece.forEach(judge), RECKONED_PIECE);
  return inputs;
}

/** The fields of a list, and the names in the file. */
interface Reading {
  importable: Importable;
  /** The empty value of each field. */
  empties: ReadonlyMap<string, null | '' | undefined>;
  names: ReadonlyMap<string, Names>;
  partNames: readonly PartNames[];
}

/** The fields of a row as the contract takes them. */
function toValues(read: Read, { importable, empties, names, partNames }: Reading, refuse: Refuse): AnyRow {
  const { before, place } = read;
  const raw = withoutEmptySides(read.raw, importable.together);
  const values: AnyRow = { farm: place.id };
  const given = [...empties].filter(([field]) => field !== 'farm' && !names.has(field) && raw[field] !== undefined);
  for (const [field, empty] of given) put(values, field, raw[field], empty, before);
  for (const [field, resolve] of names) {
    const value = raw[field] ?? raw[`${field}_name`];
    const among = values[importable.among?.[field]?.field ?? ''];
    if (value === null) put(values, field, null, empties.get(field), before);
    else if (value !== undefined) values[field] = resolveOwn(value, field, before) ?? resolve(value, place, field, refuse, among);
  }
  const listed = partNames.filter(({ field }) => Array.isArray(values[field]));
  for (const one of listed) values[one.field] = resolveParts(values[one.field], one, read, refuse);
  const moments = importable.moments?.filter((field) => typeof values[field] === 'string') ?? [];
  for (const field of moments) values[field] = momentFrom(values[field], place.timezone, before?.[field] ?? null);
  return values;
}

/** The existing row's own value means the row that it refers to, even if that is deleted by now or its name occurs twice. */
const resolveOwn = (value: unknown, field: string, before: AnyRow | null): unknown =>
  before && value === before[`${field}_name`] ? before[field] : undefined;

/** Finds the names of each reference that the rows mention. */
async function findNames(tx: Tx, context: ClientContext, importable: Importable, reads: readonly Read[]): Promise<Map<string, Names>> {
  const references = [
    ...Object.entries(importable.references ?? {}).map(([field, target]) => [field, tableOf(context.services.tables, target)] as const),
    ...listReferences(anyTable(importable.table)).filter(([field]) => field !== 'farm'),
  ].map(([field, target]) => [field, importable.ofCompany?.includes(field) ? { ...target, sharedBy: 't.company_id' } : target] as const);
  const names = new Map<string, Names>();
  for (const [field, target] of references) {
    const mentioned = reads.map(({ raw }) => raw[field] ?? raw[`${field}_name`]);
    names.set(field, await namesOf(tx, context, target, mentioned, importable.among?.[field]));
  }
  return names;
}

/** A reference of the parts of a row. */
interface PartNames {
  field: string;
  reference: string;
  resolve: Names;
}

async function findPartNames(tx: Tx, context: ClientContext, { parts = [] }: Importable, reads: readonly Read[]): Promise<PartNames[]> {
  const found: PartNames[] = [];
  for (const { field, references = {} } of parts) {
    const partsOf = ({ raw }: Read): AnyRow[] => (Array.isArray(raw[field]) ? raw[field] : []);
    for (const [reference, target] of Object.entries(references)) {
      const mentioned = reads.flatMap((read) => partsOf(read).map((part) => part?.[reference] ?? part?.[`${reference}_name`]));
      found.push({ field, reference, resolve: await namesOf(tx, context, tableOf(context.services.tables, target), mentioned) });
    }
  }
  return found;
}

/** The parts with the ids of their references. A name that the existing row's parts have keeps its id. */
function resolveParts(
  parts: readonly AnyRow[],
  { field, reference, resolve }: PartNames,
  { before, place }: Read,
  refuse: Refuse,
): AnyRow[] {
  const own = new Map(((before?.[field] ?? []) as AnyRow[]).map((part) => [part[`${reference}_name`], part[reference]]));
  return parts.map((part, index) => {
    const value = part?.[reference] ?? part?.[`${reference}_name`];
    const id = (value ?? null) === null ? undefined : (own.get(value) ?? resolve(value, place, `${field}.${index}.${reference}`, refuse));
    return { ...part, [reference]: id };
  });
}

/** Removes the empty fields of a pair that expresses one figure if the other field has a value. */
function withoutEmptySides(raw: AnyRow, together: Importable['together'] = []): AnyRow {
  const dropped = together.flatMap((fields) => {
    const isNamed = fields.some((field) => (raw[field] ?? null) !== null);
    return isNamed ? fields.filter((field) => raw[field] === null) : [];
  });
  return dropped.length === 0 ? raw : Object.fromEntries(Object.entries(raw).filter(([field]) => !dropped.includes(field)));
}

/** Sets a field. An empty cell of a new row gets the field's default. */
function put(values: AnyRow, field: string, value: unknown, empty: null | '' | undefined, before: AnyRow | null): void {
  // Parts of a composed value that the file doesn't contain stay as they are.
  if (isRecord(value)) values[field] = { ...before?.[field], ...value };
  else if (value !== null) values[field] = value;
  else if (empty !== undefined) values[field] = empty;
  else if (before) values[field] = null;
}

const isRecord = (value: unknown): value is AnyRow => typeof value === 'object' && value !== null && !Array.isArray(value);
