import { IconStairsUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { programmes } from '#contract/operations/programmes.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { programmeColumns } from './columns.ts';
import { programmeFile } from './file.ts';
import { ProgrammeModal } from './programme-modal.tsx';

/** A farm's programmes: rations by day on feed. */
export function Page() {
  const { t } = useTranslation(['pages', 'operations', 'core']);
  const farm = useFarmOfRoute();
  const screen = useResourceScreen(programmes, { farm: farm.id, touches: [{ id: 'schedules' }, { id: 'groups' }] });
  return (
    <ResourceScreen
      screen={screen}
      icon={IconStairsUp}
      crumbs={useFarmCrumbs(farm)}
      texts={{
        title: t('operations:programmes.title'),
        detail: t('pages:programmes.detail'),
        create: t('operations:programmes.create'),
        empty: t('pages:programmes.empty'),
        empty_text: t('pages:programmes.empty_text'),
      }}
      columns={programmeColumns(t)}
      files={[programmeFile(t, farm.id, screen.query, screen.mayImport)]}
      form={({ row, onClose }) => <ProgrammeModal farm={farm.id} programme={row} onClose={onClose} />}
      history={{ list: 'programmes', fields: useHistoryFields('programmes') }}
    />
  );
}
