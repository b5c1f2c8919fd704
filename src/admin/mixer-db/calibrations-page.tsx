import { IconAdjustments } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mixerItems } from '#contract/admin/mixer-db.ts';
import type { RowOf } from '#contract/resource.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { CalibrationModal } from './calibration-modal.tsx';
import { CalibrationText } from './calibration-text.tsx';
import { MIXER_DB, useBrand, useModel } from './place.ts';

/** A model's calibrations, decrypted only in this browser. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const brand = useBrand();
  const model = useModel();
  const screen = useResourceScreen(mixerItems, { query: { model: model.id } });
  const failed = [brand, model].find(({ error }) => error);
  if (failed) return <FailedState error={failed.error} onRetry={failed.refetch} />;
  return (
    <ResourceScreen
      screen={screen}
      icon={IconAdjustments}
      heading={model.name}
      crumbs={[
        { label: t('admin:mixer_db.title'), to: MIXER_DB },
        { label: brand.name, to: brand.models },
      ]}
      texts={{
        title: t('admin:mixer_db.calibrations'),
        detail: t('admin:mixer_db.calibrations'),
        create: t('admin:mixer_db.create_calibration'),
        empty: t('admin:mixer_db.no_calibrations'),
        empty_text: t('admin:mixer_db.no_calibrations_text'),
      }}
      columns={[
        { key: 'name', label: t('admin:mixer_db.calibration'), sort: 'name' },
        {
          key: 'value',
          label: t('admin:mixer_db.value'),
          render: ({ value }: RowOf<typeof mixerItems>) => <CalibrationText encrypted={value} />,
        },
      ]}
      files={[]}
      form={({ row, onClose }) => <CalibrationModal item={row} model={model.id} onClose={onClose} />}
    />
  );
}
