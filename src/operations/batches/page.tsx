import { Group, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconEye, IconPencil, IconPlayerPlay, IconRotate2, IconSeeding, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchRow, batches } from '#contract/operations/batches.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { refresh, useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { DayPicker } from '#src/domain/farm/day-picker.tsx';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { ResetModal } from '#src/domain/farm/reset-modal.tsx';
import { BatchDetail } from './batch-detail.tsx';
import { BatchModal } from './batch-modal.tsx';
import { batchColumns } from './columns.tsx';
import { moved } from './order.ts';
import { RecordModal } from './record-modal.tsx';
import { type Span, useSpan } from './use-span.ts';
import { BATCH_VIEWS } from './views.ts';

/** The states that a batch goes through. */
const STATES = ['waited', 'in_process', 'loaded'] as const;

type Shown = { as: 'create' } | { as: 'edit' | 'record' | 'detail' | 'reset'; batch: BatchRow };

/** Batches of compound feed: what is to be made on a day or in a week, in which order, and what has been made. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const { farm, today, day, span, last, setDay, setSpan } = useSpan();
  const state = useListState({ ordering: span === 'week' ? 'planned_on' : 'position', filters: ['status'] });
  const query = { ...state.query, planned_on_after: day, planned_on_before: last };
  const result = useList(batches, query, { farm: farm.id });
  const remove = useRemove(batches, { farm: farm.id });
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const rows = result.data?.rows ?? [];
  const inOrder = span === 'day' && state.ordering === 'position' && !state.narrowed && !result.isPlaceholderData;
  const movable = inOrder && can('schedule', 'change', 'animalfeed');
  const add = can('schedule', 'add', 'animalfeed')
    ? { label: t('operations:kkz.create'), onClick: () => setShown({ as: 'create' }) }
    : undefined;

  const move = async (index: number, step: -1 | 1) => {
    try {
      for (const { id, ...place } of moved(rows, index, step)) await api.put(`${batches.path}/${id}/`, { body: place, farm: farm.id });
    } catch (error) {
      toast.error(failureText(t, error));
    }
    await refresh(batches);
  };
  const actions = (batch: BatchRow) => {
    const { abilities } = batch;
    const index = rows.indexOf(batch);
    const place = (step: -1 | 1) => movable && batch.status === 'waited' && rows[index + step]?.status === 'waited';
    return [
      { label: t('operations:actions.details'), icon: IconEye, onClick: () => setShown({ as: 'detail', batch }) },
      ...(abilities.load
        ? [{ label: t('operations:kkz.record'), icon: IconPlayerPlay, onClick: () => setShown({ as: 'record', batch }) }]
        : []),
      ...(abilities.change && batch.status === 'waited'
        ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: () => setShown({ as: 'edit', batch }) }]
        : []),
      ...(place(-1) ? [{ label: t('operations:planning.move_up'), icon: IconArrowUp, onClick: () => void move(index, -1) }] : []),
      ...(place(1) ? [{ label: t('operations:planning.move_down'), icon: IconArrowDown, onClick: () => void move(index, 1) }] : []),
      ...(abilities.reset
        ? [{ label: t('operations:reset.action'), icon: IconRotate2, danger: true, onClick: () => setShown({ as: 'reset', batch }) }]
        : []),
      ...(abilities.delete
        ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(batch.id, batch.recipe_name) }]
        : []),
    ];
  };

  return (
    <>
      <FarmHeader farm={farm} title={t('operations:kkz.title')} detail={t('operations:kkz.detail')} add={add} />
      <Group mb="md" gap="sm">
        <DayPicker day={day} today={today} onChange={setDay} step={span === 'week' ? 7 : 1} />
        <SegmentedControl
          value={span}
          onChange={(next) => setSpan(next as Span)}
          data={(['day', 'week'] as const).map((value) => ({ value, label: t(`operations:kkz.span.${value}`) }))}
        />
      </Group>
      <ResourceTable
        label={t('operations:kkz.title')}
        columns={batchColumns(t, span === 'week', (batch) => setShown({ as: 'record', batch }))}
        result={result}
        state={state}
        nameOf={({ recipe_name }) => recipe_name}
        onOpen={(batch) => setShown({ as: 'detail', batch })}
        actions={actions}
        filters={
          <ListFilter
            state={state}
            name="status"
            label={t('operations:kkz.status')}
            options={STATES.map((value) => ({ value, label: t(`core:status.${value}`) }))}
          />
        }
        exported={{ resource: batches, query, farm: farm.id }}
        empty={
          <EmptyState
            icon={IconSeeding}
            title={t(span === 'week' ? 'operations:kkz.empty_week' : 'operations:kkz.empty')}
            text={t('operations:kkz.empty_text')}
            action={add}
          />
        }
      />
      {shown?.as === 'create' && <BatchModal farm={farm.id} day={day} batch={null} onClose={close} />}
      {shown?.as === 'edit' && <BatchModal farm={farm.id} day={day} batch={shown.batch} onClose={close} />}
      {shown?.as === 'record' && <RecordModal farm={farm.id} batch={shown.batch} onClose={close} />}
      {shown?.as === 'reset' && (
        <ResetModal
          resource={batches}
          row={shown.batch}
          farm={farm.id}
          name={shown.batch.recipe_name}
          texts={{ explain: t('operations:kkz.reset_text'), done: t('operations:kkz.reset_done') }}
          views={BATCH_VIEWS}
          onClose={close}
        />
      )}
      {shown?.as === 'detail' && <BatchDetail batch={rows.find(({ id }) => id === shown.batch.id) ?? shown.batch} onClose={close} />}
    </>
  );
}
