import { expect } from 'vitest';
import type { Imported } from '#contract/imports.ts';
import type { Resource } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { findImportables } from '#server/platform/resource/import/endpoint.ts';
import { listNamedFields } from '#server/platform/resource/import/unmatched.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { tables } from '#server/tables.ts';
import { replaceNames, toUnmatchedKey } from '#src/core/resource/import/unmatched.ts';
import type { TestApi } from './support/api.ts';
import { make } from './support/factories.ts';
import { IMPORT_DAY, type ImportFarm, makeImportFarm, prepareRows, sendRows } from './support/import-rows.ts';
import { test } from './support/test.ts';

test.override('now', `${IMPORT_DAY}T12:00:00Z`);
let at: ImportFarm;
test.beforeAll(async ({ api }) => {
  at = await makeImportFarm(api, 2);
});

type Row = Record<string, unknown>;
/** Rows of each list, with everything that they name. */
const prepared: Record<string, Promise<Row[]>> = {};
const WRONG = 'Nobody’s  name';

/** Every field of every list that a file may fill with a name, and the field of head counts, which have an import of their own. */
const fields = [
  ...findImportables([...operationsEndpoints, ...reportsEndpoints, ...adminEndpoints]).flatMap((importable) =>
    Object.entries(listNamedFields(importable, tables)).map(
      ([field, resource]) => [importable.table.contract.path, field, resource] as const,
    ),
  ),
  ['manager/groups/heads', 'group', 'groups'] as const,
];

/** A row of the list with a wrong name in a field, and the right name if the row has one. */
function withWrongName(row: Row, field: string): { row: Row; right: unknown } {
  const [list = '', part] = field.split('.');
  if (part === undefined) return { row: { ...row, [`${list}_name`]: WRONG }, right: row[`${list}_name`] };
  const [first = {}, ...rest] = (row[list] ?? []) as Row[];
  return { row: { ...row, [list]: [{ ...first, [`${part}_name`]: WRONG }, ...rest] }, right: first[`${part}_name`] };
}

function prepareOnce(api: TestApi, path: string): Promise<Row[]> {
  prepared[path] = prepared[path] ?? prepareRows(api, path, at);
  return prepared[path];
}

async function findId(resource: ResourceId, name: unknown): Promise<number | undefined> {
  if (resource === 'farms') return at.farm;
  const { path } = (tables.get(resource) as unknown as { contract: Resource }).contract;
  const { data } = await at.owner.get(`${path}/?farm=${at.farm}&page_size=1000`);
  return data.find((row: Row) => (row.name ?? row.what) === name)?.id;
}

test('files of at least twenty lists name rows of other lists', () => {
  expect(new Set(fields.map(([path]) => path)).size).toBeGreaterThan(19);
});

test.for(fields)(
  'an import of %s answers an unknown name of %s with its list and place, and a chosen row replaces the name',
  async ([path, field, resource], { api }) => {
    const [valid = {}] = await prepareOnce(api, path);
    const { row, right } = withWrongName(valid, field);
    const place = ['0', ...field.split('.').flatMap((part, n, { length }) => (n < length - 1 ? [part, '0'] : [part]))].join('.');
    const { data } = await sendRows(path, at, [row], true);
    expect(data.unmatched).toContainEqual(expect.objectContaining({ resource, name: WRONG, isAmbiguous: false, places: [place] }));
    const id = await findId(resource, right);
    if (id === undefined) return;
    const [name] = data.unmatched.filter(({ places }) => places.includes(place));
    const rows = replaceNames([row], data.unmatched, new Map([[toUnmatchedKey(name!), id]]));
    const { data: again } = await sendRows(path, at, rows, true);
    expect([again.unmatched, again.errors]).toEqual([[], {}]);
  },
);

test('an import answers each unmatched name once per farm with all its places, and marks a name of two rows as ambiguous', async () => {
  const { owner, farm } = at;
  // In a shared store, two other farms may have feeds of one name.
  const { company } = (await owner.get(`manager/farms/${farm}/`)).data;
  const stock = (await make(owner, 'manager/stocks/', { company, name: 'Shared store' })).id;
  for (const [index, name] of ['Twin «A»', 'Twin "A"'].entries()) {
    const type = (await make(owner, 'manager/ingtedienttypes/', { name: `Twin type ${index}` })).id;
    const neighbour = (await make(owner, 'manager/farms/', { company, name: `Neighbour ${index}`, timezone: 'Europe/Kyiv' })).id;
    await make(owner, 'manager/ingredients/', { farm: neighbour, stock, type, name, price: 1, dry_matter: 50 });
  }
  const row = (company_name: string, ingredient_name = 'Feed 1'): Row => ({
    ...{ company_name, ingredient_name, delivery_type: 'delivery', value: 10, price: 5, delivered_at: `${IMPORT_DAY}T08:00` },
  });
  const rows = [row('New one'), row('new  ONE'), row('Supplier', 'Twin “A”')];
  const { data } = await owner.post<Imported>('manager/deliveries/import/', { farm, rows, dry_run: true });
  expect(data.unmatched).toEqual([
    { resource: 'deliverycompanies', farm: null, name: 'New one', isAmbiguous: false, places: ['0.company', '1.company'] },
    { resource: 'ingredients', farm, name: 'Twin “A”', isAmbiguous: true, places: ['2.ingredient'] },
  ]);
});
