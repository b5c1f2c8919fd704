import { IconAdjustments, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mixerItems } from '#contract/admin/mixer-db.ts';
import type { RowOf } from '#contract/resource.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { CalibrationModal } from './calibration-modal.tsx';
import { CalibrationText } from './calibration-text.tsx';
import { MIXER_DB, useBrand, useModel } from './place.ts';

type Item = RowOf<typeof mixerItems>;

/** A model's calibrations, read in this browser alone. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const brand = useBrand();
  const model = useModel();
  const state = useListState({ ordering: 'name' });
  const result = useList(mixerItems, { ...state.query, model: model.id });
  const remove = useRemove(mixerItems);
  const [shown, setShown] = useState<Item | 'new' | null>(null);
  const add = { label: t('admin:mixer_db.create_calibration'), onClick: () => setShown('new') };
  const failed = [brand, model].find(({ error }) => error);
  if (failed) return <FailedState error={failed.error} onRetry={failed.refetch} />;

  const actions = (item: Item) => [
    { label: t('core:actions.edit'), icon: IconPencil, onClick: () => setShown(item) },
    { label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(item.id, item.name) },
  ];

  return (
    <>
      <PageHeader
        title={model.name || t('admin:mixer_db.calibrations')}
        crumbs={[
          { label: t('admin:mixer_db.title'), to: MIXER_DB },
          { label: brand.name, to: brand.models },
        ]}
        detail={t('admin:mixer_db.calibrations')}
        add={add}
      />
      <ResourceTable
        label={t('admin:mixer_db.calibrations')}
        columns={[
          { key: 'name', label: t('admin:mixer_db.calibration'), sort: 'name' },
          { key: 'value', label: t('admin:mixer_db.value'), render: ({ value }: Item) => <CalibrationText encrypted={value} /> },
        ]}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={setShown}
        actions={actions}
        empty={
          <EmptyState
            icon={IconAdjustments}
            title={t('admin:mixer_db.no_calibrations')}
            text={t('admin:mixer_db.no_calibrations_text')}
            action={add}
          />
        }
      />
      {shown && <CalibrationModal item={shown === 'new' ? null : shown} model={model.id} onClose={() => setShown(null)} />}
    </>
  );
}
