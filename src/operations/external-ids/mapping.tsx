import { Select } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { mappingFile } from './file.ts';
import { IdsModal } from './ids-modal.tsx';
import { KNOWN_LISTS, type KnownList, type KnownRow, nameRow } from './kinds.ts';

/** The ids that other programs have for rows of a farm, by list. */
export function Mapping({ views }: { views: ReactNode }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const lists = KNOWN_LISTS.filter(({ permission }) => can(permission, 'view'));
  const [kind, setKind] = useState(lists[0]?.kind);
  const list = lists.find((one) => one.kind === kind) ?? lists[0];
  if (!list) return views;
  const choice = (
    <Select
      label={t('pages:external_ids.list')}
      data={lists.map(({ kind: value, title }) => ({ value, label: title(t) }))}
      value={list.kind}
      allowDeselect={false}
      maw={300}
      mb="md"
      onChange={(value) => setKind(lists.find((one) => one.kind === value)?.kind)}
    />
  );
  return (
    <KnownRows
      key={list.kind}
      list={list}
      above={
        <>
          {views}
          {choice}
        </>
      }
    />
  );
}

function KnownRows({ list, above }: { list: KnownList; above: ReactNode }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const crumbs = useFarmCrumbs(farm);
  const { resource, listAt, ordering = 'name' } = list;
  const screen = useResourceScreen<typeof resource, KnownRow>(listAt ? { ...resource, path: listAt } : resource, {
    farm: farm.id,
    ordering,
    nameOf: nameRow,
  });
  const writes = screen.mayImport;
  return (
    <ResourceScreen
      screen={{ ...screen, add: undefined }}
      icon={IconArrowsExchange}
      crumbs={crumbs}
      texts={{
        title: t('pages:external_ids.title'),
        detail: t('pages:external_ids.detail'),
        empty: t('pages:external_ids.empty'),
      }}
      above={above}
      columns={[
        { key: 'name', label: t('pages:external_ids.name'), value: nameRow, ...(ordering === 'name' ? { sort: 'name' } : {}) },
        {
          key: 'external_ids',
          label: t('pages:external_ids.title'),
          value: ({ external_ids }) => external_ids.map(({ system, id }) => `${system}: ${id}`).join(' · '),
        },
      ]}
      files={[mappingFile(t, list, { query: screen.query, farm: farm.id, writes })]}
      onOpen={screen.edit}
      form={({ row, readOnly, onClose }) => row && <IdsModal list={list} row={row} readOnly={readOnly} onClose={onClose} />}
      actions={(_row, { edit }) => [edit]}
    />
  );
}
