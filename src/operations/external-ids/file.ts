import type { TFunction } from 'i18next';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { type KnownList, type KnownRow, nameRow } from './kinds.ts';

type Line = KnownRow & { system?: string; outside_id?: string };

const fileColumns = (t: TFunction): ListColumn<Line>[] => [
  { key: 'name', label: t('pages:external_ids.name'), value: nameRow },
  { key: 'system', label: t('pages:external_ids.system') },
  { key: 'outside_id', label: t('pages:external_ids.id') },
];

interface MappingFile {
  query: Query;
  farm: number | undefined;
  writes: boolean;
}

/** A list's external ids, a line for each. An imported line is known by our number, and changes the id of its program. */
export const mappingFile = (
  t: TFunction,
  { resource, listAt, title, hasImport }: KnownList,
  { query, farm, writes }: MappingFile,
): ListFile => ({
  title: `${t('pages:external_ids.title')}: ${title(t)}`,
  columns: fileColumns,
  source: { resource, query, ...(farm === undefined ? {} : { farm }), ...(listAt ? { path: listAt } : {}) },
  lines: (row: KnownRow): Line[] =>
    row.external_ids.length > 0 ? row.external_ids.map(({ system, id }) => ({ ...row, system, outside_id: id })) : [row],
  imports:
    writes && hasImport
      ? {
          fields: [{ key: 'system' }, { key: 'outside_id', as: 'id' }],
          parts: [{ field: 'external_ids', keys: ['system', 'outside_id'], named: 2, of: 'id' }],
          texts: 'pages',
          ids: true,
          byName: false,
          about: t('pages:external_ids.import_hint'),
          ...(farm === undefined ? {} : { farm }),
        }
      : undefined,
});
