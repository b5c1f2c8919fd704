import { IconAdjustments, IconEye, IconHistory, IconPencil, IconTrash, IconTruckLoading } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mixers } from '#contract/operations/mixers.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { FarmPlace, useFarmInPlace } from '#src/domain/farm/farm-place.tsx';
import { useHistoryFields } from '#src/operations/history/fields.ts';
import { CalibrationModal } from './calibration-modal.tsx';
import { type Mixer, mixerColumns } from './columns.ts';
import { MixerModal } from './mixer-modal.tsx';

type Shown = { as: 'edit'; mixer: Mixer | null } | { as: 'detail' | 'history' | 'calibration'; mixer: Mixer };

/** The mixer wagons of the client; with `base`, the farm is chosen by the address under it. */
export function MixerList({ base }: { base?: string }) {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const format = useFormat();
  const farm = useFarmInPlace();
  const current = useCurrentFarm();
  const farms = useFarms().data ?? [];
  const state = useListState({ ordering: 'name', filters: base ? [] : ['farm'] });
  const result = useList(mixers, state.query, { farm });
  const remove = useRemove(mixers);
  const fields = useHistoryFields('mixers');
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const add = can('mixer', 'add')
    ? { label: t('operations:mixers.create'), onClick: () => setShown({ as: 'edit', mixer: null }) }
    : undefined;
  const newFarm = farm ?? (Number(state.filter('farm')) || (farms.length === 1 ? farms[0]!.id : (current?.id ?? null)));

  const actions = (mixer: Mixer) => [
    { label: t('operations:actions.details'), icon: IconEye, onClick: () => setShown({ as: 'detail', mixer }) },
    ...(can('mixer', 'change')
      ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: () => setShown({ as: 'edit', mixer }) }]
      : []),
    { label: t('operations:mixers.calibration'), icon: IconAdjustments, onClick: () => setShown({ as: 'calibration', mixer }) },
    ...(can('history', 'view')
      ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setShown({ as: 'history', mixer }) }]
      : []),
    ...(can('mixer', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(mixer.id, mixer.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader title={t('operations:mixers.title')} detail={t('operations:mixers.detail')} add={add} />
      <ResourceTable
        label={t('operations:mixers.title')}
        columns={mixerColumns(t, format)}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={(mixer) => setShown({ as: can('mixer', 'change') ? 'edit' : 'detail', mixer } as Shown)}
        actions={actions}
        filters={
          base ? (
            <FarmPlace base={base} />
          ) : (
            <ListFilter
              state={state}
              name="farm"
              label={t('operations:mixers.farm')}
              options={farms.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )
        }
        exported={{ resource: mixers, query: state.query, farm }}
        empty={
          <EmptyState icon={IconTruckLoading} title={t('operations:mixers.empty')} text={t('operations:mixers.empty_text')} action={add} />
        }
      />
      {(shown?.as === 'edit' || shown?.as === 'detail') && (
        <MixerModal mixer={shown.mixer} farms={farms} farm={newFarm} readOnly={shown.as === 'detail'} onClose={close} />
      )}
      {shown?.as === 'calibration' && <CalibrationModal mixer={shown.mixer} readOnly={!can('mixer', 'change')} onClose={close} />}
      {shown?.as === 'history' && <RowHistory list="mixers" id={shown.mixer.id} name={shown.mixer.name} fields={fields} onClose={close} />}
    </>
  );
}
