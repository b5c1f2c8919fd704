import { Anchor, Group } from '@mantine/core';
import { IconBowlSpoon, IconCopy, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { rations } from '#contract/operations/rations.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { ComputerOnly, useOnPhone } from '#src/core/ui/on-phone.tsx';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute, useFarmPath } from '#src/domain/farm/place.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { type Ration, rationColumns } from './columns.ts';
import { rationFile } from './file.ts';
import { useProgrammesPath, useRationsPath } from './place.ts';

/** A farm's rations. Opening one shows its editor. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const at = useRationsPath();
  const farmPath = useFarmPath();
  const programmes = useProgrammesPath();
  const navigate = useNavigate();
  const phone = useOnPhone();
  const screen = useResourceScreen(rations, { farm: farm.id });
  const open = (ration: Ration) => navigate(at(farm, ration.id));
  const create = screen.may('add') && !phone ? (from = '') => navigate(at(farm, `create${from}`)) : undefined;
  return (
    <ResourceScreen
      screen={screen}
      icon={IconBowlSpoon}
      crumbs={useFarmCrumbs(farm)}
      above={
        <>
          {phone && screen.may('change') && <ComputerOnly />}
          <Group gap="md" mb="sm">
            <Anchor component={Link} to={farmPath(farm, '/dry-matter')} size="sm">
              {t('pages:drymatter.today.walk')}
            </Anchor>
            <Anchor component={Link} to={programmes(farm)} size="sm">
              {t('pages:programmes.set_up')}
            </Anchor>
          </Group>
        </>
      }
      texts={{
        title: t('operations:rations.title'),
        detail: t('pages:rations.detail'),
        create: t('operations:rations.create'),
        empty: t('pages:rations.empty'),
        empty_text: t('pages:rations.empty_text'),
      }}
      columns={rationColumns(t)}
      files={[rationFile(t, farm.id, screen.query, screen.mayImport)]}
      onAdd={create}
      onOpen={open}
      actions={(ration, { history, remove }) => [
        { label: t('pages:rations.open'), icon: IconPencil, onClick: () => open(ration) },
        create && { label: t('pages:rations.copy'), icon: IconCopy, onClick: () => create(`?from=${ration.id}`) },
        history,
        remove,
      ]}
      history={{ list: 'rations', fields: useHistoryFields('rations') }}
    />
  );
}
