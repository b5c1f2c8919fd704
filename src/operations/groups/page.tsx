import { Anchor, Group } from '@mantine/core';
import { IconArrowsExchange, IconPaw } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { groups } from '#contract/operations/groups.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { type AnimalGroup, groupColumns, programmeColumn } from './columns.ts';
import { groupFiles } from './files.ts';
import { GroupDetail } from './group-detail.tsx';
import { GroupModal } from './group-modal.tsx';
import { HeadsField } from './heads-field.tsx';
import { MoveModal } from './move-modal.tsx';

/** The herd of a farm by groups that are fed together. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const farm = useFarmOfRoute();
  const path = useAppPath();
  const [moving, setMoving] = useState<AnimalGroup | null>(null);
  const screen = useResourceScreen(groups, { farm: farm.id, filters: ['animal_type'], touches: [{ id: 'farms' }] });
  const types = useList(animalTypes, { page_size: 1000, ordering: 'name' }, { enabled: can('animaltype', 'view') });
  const format = useFormat();
  const today = todayIn(useTimezoneOf(farm.id));
  const { state, query, mayImport, edit } = screen;
  const onProgramme = screen.result.data?.rows.some(({ programme }) => programme !== null);
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconPaw}
        crumbs={useFarmCrumbs(farm)}
        texts={{
          title: t('operations:groups.title'),
          detail: t('operations:groups.detail'),
          create: t('operations:groups.create'),
          empty: t('operations:groups.empty'),
          empty_text: t('operations:groups.empty_text'),
        }}
        above={
          <Group gap="lg" mb="sm">
            {can('schedule', 'view') && (
              <Anchor component={Link} to={path(`companies/${farm.company}/farms/${farm.id}/milk`)} size="sm">
                {t('pages:milk.open')}
              </Anchor>
            )}
            <Anchor component={Link} to={path(`companies/${farm.company}/farms/${farm.id}/weights`)} size="sm">
              {t('pages:weights.open')}
            </Anchor>
            <Anchor component={Link} to={path('owners')} size="sm">
              {t('pages:owners.open')}
            </Anchor>
          </Group>
        }
        columns={[
          ...groupColumns(t, can('group', 'change') ? (group) => <HeadsField farm={farm.id} group={group} /> : undefined),
          ...(onProgramme ? [programmeColumn(t, format, today)] : []),
        ]}
        files={groupFiles(t, farm.id, query, mayImport)}
        filters={
          <ListFilter
            state={state}
            name="animal_type"
            label={t('operations:groups.animal_type')}
            options={(types.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        }
        form={({ row, onClose }) => <GroupModal farm={farm.id} group={row} onClose={onClose} />}
        details={(group, onClose) => <GroupDetail farm={farm.id} group={group} onEdit={() => edit(group)} onClose={onClose} />}
        actions={(group, { details, edit, history, remove }) => [
          details,
          edit,
          can('group', 'change') && { label: t('pages:groups.move'), icon: IconArrowsExchange, onClick: () => setMoving(group) },
          history,
          remove,
        ]}
        history={{ list: 'groups', fields: useHistoryFields('groups') }}
      />
      {moving && <MoveModal farm={farm.id} group={moving} onClose={() => setMoving(null)} />}
    </>
  );
}
