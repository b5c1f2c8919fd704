import type { TFunction } from 'i18next';
import { groupOwners, ownerLines } from '#contract/operations/owners.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { lineColumns, ownerColumns } from './columns.ts';

interface OwnerFile {
  query: Query;
  /** The farm of rows that name none. */
  farm: number | undefined;
  writes: boolean;
}

const toImports = (t: TFunction, keys: readonly string[], { farm, writes }: OwnerFile): ListFile['imports'] =>
  writes
    ? { fields: keys.map((key) => ({ key })), texts: 'owners', ids: false, byName: false, about: t('owners:import_hint'), farm }
    : undefined;

/** Owners of groups as a file. An imported row with the group and day of an existing one updates it. */
export const ownerFile = (t: TFunction, options: OwnerFile): ListFile => ({
  title: t('operations:owners.title'),
  columns: ownerColumns,
  source: { resource: groupOwners, query: options.query },
  imports: toImports(t, ['from', 'group_name', 'owner_name', 'markup', 'yardage', 'farm_name'], options),
});

/** Other lines of statements as a file. An imported row with the owner, day and text of an existing one updates it. */
export const ownerLineFile = (t: TFunction, options: OwnerFile): ListFile => ({
  title: t('operations:owners.lines_title'),
  columns: lineColumns,
  source: { resource: ownerLines, query: options.query },
  imports: toImports(t, ['day', 'owner_name', 'text', 'amount', 'farm_name'], options),
});
