import { Group, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlayerPlay, IconRotate2, IconSeedling } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchRow, batches } from '#contract/operations/batches.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import type { ListState } from '#src/core/resource/list-state.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { type OwnActions, useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { toast } from '#src/core/ui/toast.ts';
import { DayPicker } from '#src/domain/farm/day-picker.tsx';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { ResetModal } from '#src/domain/farm/reset-modal.tsx';
import { BatchDetail } from './batch-detail.tsx';
import { BatchModal } from './batch-modal.tsx';
import { batchColumns } from './columns.tsx';
import { moved } from './order.ts';
import { RecordModal } from './record-modal.tsx';
import { type Span, useSpan } from './use-span.ts';
import { BATCH_VIEWS } from './views.ts';

/** States of a batch in their order. */
const STATES = ['waited', 'in_process', 'loaded'] as const;

/** Moves a batch up or down in the day's order. */
function useMove(farm: number, rows: readonly BatchRow[]) {
  const { t } = useTranslation('core');
  return async (index: number, step: -1 | 1) => {
    try {
      for (const { id, ...place } of moved(rows, index, step)) await api.put(`${batches.path}/${id}/`, { body: place, farm });
    } catch (error) {
      toast.error(failureText(t, error));
    }
    await refresh(batches);
  };
}

function ResetBatch({ batch, farm, onClose }: { batch: BatchRow; farm: number; onClose: () => void }) {
  const { t } = useTranslation('pages');
  const texts = { explain: t('pages:kkz.reset_text'), done: t('pages:kkz.reset_done') };
  return (
    <ResetModal resource={batches} row={batch} farm={farm} name={batch.recipe_name} texts={texts} views={BATCH_VIEWS} onClose={onClose} />
  );
}

function StateFilter({ state }: { state: ListState }) {
  const { t } = useTranslation(['core', 'pages']);
  const options = STATES.map((value) => ({ value, label: t(`core:status.${value}`) }));
  return <ListFilter state={state} name="status" label={t('pages:kkz.status')} options={options} />;
}

/** Batches of compound feed of a day or a week: planned ones in their order, and completed ones. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { farm, today, day, span, last, setDay, setSpan } = useSpan();
  const screen = useResourceScreen(batches, {
    farm: farm.id,
    ordering: span === 'week' ? 'planned_on' : 'position',
    filters: ['status'],
    query: { planned_on_after: day, planned_on_before: last },
    nameOf: ({ recipe_name }) => recipe_name,
  });
  const { state, result } = screen;
  const [recorded, setRecorded] = useState<BatchRow | null>(null);
  const [reset, setReset] = useState<BatchRow | null>(null);
  const rows = result.data?.rows ?? [];
  const inOrder = span === 'day' && state.ordering === 'position' && !state.narrowed && !result.isPlaceholderData;
  const movable = inOrder && screen.may('change');

  const move = useMove(farm.id, rows);
  const actions = (batch: BatchRow, { details, edit, remove }: OwnActions) => {
    const { abilities } = batch;
    const index = rows.indexOf(batch);
    const waits = batch.status === 'waited';
    const place = (step: -1 | 1) => movable && waits && rows[index + step]?.status === 'waited';
    return [
      details,
      abilities.load && { label: t('pages:kkz.record'), icon: IconPlayerPlay, onClick: () => setRecorded(batch) },
      abilities.change && waits && edit,
      place(-1) && { label: t('operations:planning.move_up'), icon: IconArrowUp, onClick: () => void move(index, -1) },
      place(1) && { label: t('operations:planning.move_down'), icon: IconArrowDown, onClick: () => void move(index, 1) },
      abilities.reset && { label: t('pages:reset.action'), icon: IconRotate2, danger: true, onClick: () => setReset(batch) },
      abilities.delete && remove,
    ];
  };

  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconSeedling}
        crumbs={useFarmCrumbs(farm)}
        texts={{
          title: t('operations:kkz.title'),
          detail: t('pages:kkz.detail'),
          create: t('pages:kkz.create'),
          empty: t(span === 'week' ? 'pages:kkz.empty_week' : 'pages:kkz.empty'),
          empty_text: t('pages:kkz.empty_text'),
        }}
        above={
          <Group mb="md" gap="sm">
            <DayPicker day={day} today={today} onChange={setDay} step={span === 'week' ? 7 : 1} />
            <SegmentedControl
              value={span}
              onChange={(next) => setSpan(next as Span)}
              data={(['day', 'week'] as const).map((value) => ({ value, label: t(`pages:kkz.span.${value}`) }))}
            />
          </Group>
        }
        columns={batchColumns(t, span === 'week', setRecorded)}
        filters={<StateFilter state={state} />}
        actions={actions}
        details={(batch, onClose) => <BatchDetail batch={rows.find(({ id }) => id === batch.id) ?? batch} onClose={onClose} />}
        form={({ row, onClose }) => <BatchModal farm={farm.id} day={day} batch={row} onClose={onClose} />}
      />
      {recorded && <RecordModal farm={farm.id} batch={recorded} onClose={() => setRecorded(null)} />}
      {reset && <ResetBatch batch={reset} farm={farm.id} onClose={() => setReset(null)} />}
    </>
  );
}
