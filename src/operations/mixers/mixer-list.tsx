import { Anchor, Group } from '@mantine/core';
import { IconAdjustments, IconTruckLoading } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mixers } from '#contract/operations/mixers.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FarmFilter, useFarmInPlace, useFarmOfNew } from '#src/domain/farm/farm-place.tsx';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { CalibrationModal } from './calibration-modal.tsx';
import { type Mixer, mixerColumns } from './columns.ts';
import { MixerModal } from './mixer-modal.tsx';

/** The mixer wagons of the client; with `base`, the farm is chosen by the address under it. */
export function MixerList({ base }: { base?: string }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const screen = useResourceScreen(mixers, { farm: useFarmInPlace(), filters: base ? [] : ['farm'] });
  const { farm, farms } = useFarmOfNew(screen.state);
  const path = useAppPath();
  const [calibrated, setCalibrated] = useState<Mixer | null>(null);
  const mayChange = screen.may('change');
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconTruckLoading}
        texts={{
          title: t('operations:mixers.title'),
          detail: t('operations:mixers.detail'),
          create: t('operations:mixers.create'),
          empty: t('operations:mixers.empty'),
          empty_text: t('operations:mixers.empty_text'),
        }}
        above={
          <Group gap="lg" mb="sm">
            <Anchor component={Link} to={path('settings/services')} size="sm">
              {t('pages:services.open')}
            </Anchor>
          </Group>
        }
        columns={mixerColumns(t, useFormat())}
        filters={<FarmFilter base={base} state={screen.state} label={t('operations:mixers.farm')} />}
        onOpen={mayChange ? screen.edit : undefined}
        actions={(mixer, { details, edit, history, remove }) => [
          details,
          edit,
          { label: t('operations:mixers.calibration'), icon: IconAdjustments, onClick: () => setCalibrated(mixer) },
          history,
          remove,
        ]}
        details="form"
        form={({ row, readOnly, onClose }) => <MixerModal mixer={row} farms={farms} farm={farm} readOnly={readOnly} onClose={onClose} />}
        history={{ list: 'mixers', fields: useHistoryFields('mixers') }}
      />
      {calibrated && <CalibrationModal mixer={calibrated} readOnly={!mayChange} onClose={() => setCalibrated(null)} />}
    </>
  );
}
