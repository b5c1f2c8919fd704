import { toNameKey } from '#common/files/incoming/keys.ts';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { Failure } from '#contract/errors.ts';
import { MAX_UNMATCHED, type UnmatchedName } from '#contract/imports.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { listReferences } from '#server/platform/resource/references.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';
import { type Tables, tableOf } from '#server/platform/table-basics.ts';
import type { Importable } from './importable.ts';

/** The resource that each field with a name refers to; fields of parts are `items.ingredient`. */
export type NamedFields = Readonly<Record<string, ResourceId>>;

/** Returns the fields of a list's rows that files may fill with names, with their resources. */
export function listNamedFields({ table, references = {}, parts = [] }: Importable, tables: Tables): NamedFields {
  const findResource = (name: string) => [...tables].find(([, known]) => known.table === name)?.[0];
  const own = listReferences(anyTable(table)).map(([field, target]) => [field, findResource(target.table)] as const);
  const ofParts = parts.flatMap(({ field, references: named = {} }) =>
    Object.entries(named).map(([one, resource]) => [`${field}.${one}`, resource] as const),
  );
  const fields = [['farm', 'farms'] as const, ...own, ...Object.entries(references), ...ofParts];
  return Object.fromEntries(
    fields.flatMap(([field, resource]) => (resource && !tableOf(tables, resource).unnamed ? [[field, resource] as const] : [])),
  );
}

/** Returns the names behind the errors of references, each once per farm, with the places of its uses. */
export function listUnmatched(
  errors: Failure['errors'],
  raws: readonly AnyRow[],
  fields: NamedFields,
  tables: Tables,
  findFarm: (at: number) => number | undefined,
): UnmatchedName[] {
  const found = new Map<string, UnmatchedName>();
  for (const [path, list] of Object.entries(errors)) {
    const code = list.find(({ code: one }) => one === ERROR_CODES.unknown_name || one === ERROR_CODES.ambiguous_name)?.code;
    const reference = code === undefined ? null : readReference(path, raws, fields);
    if (!reference) continue;
    const { resource, name, place } = reference;
    const { farm: column, sharedBy } = tableOf(tables, resource);
    const farm = resource !== 'farms' && (column || sharedBy) ? (findFarm(reference.at) ?? null) : null;
    const key = `${resource} ${farm} ${toNameKey(name)}`;
    const known = found.get(key);
    if (known) known.places.push(place);
    else if (found.size < MAX_UNMATCHED) {
      found.set(key, { resource, farm, name, isAmbiguous: code === ERROR_CODES.ambiguous_name, places: [place] });
    }
  }
  return [...found.values()];
}

/** The name at the path of an error (`rows.3.stock_name`, `rows.3.items.0.ingredient_name`), with its resource; null for other errors. */
function readReference(path: string, raws: readonly AnyRow[], fields: NamedFields) {
  const [, row, part, index, last] = /^rows\.(\d+)\.(?:(\w+)\.(\d+)\.)?(\w+)_name$/.exec(path) ?? [];
  if (row === undefined || last === undefined) return null;
  const at = Number(row);
  const resource = fields[part === undefined ? last : `${part}.${last}`];
  const name = (part === undefined ? raws[at] : raws[at]?.[part]?.[Number(index)])?.[`${last}_name`];
  if (!resource || typeof name !== 'string') return null;
  return { at, resource, name, place: [row, ...(part === undefined ? [] : [part, index]), last].join('.') };
}
