import { Droppable, type DropResult } from '@hello-pangea/dnd';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCalendarRepeat, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { periods } from '#contract/operations/periods.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAskedToAdd } from '#src/core/layout/use-asked-to-add.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { DragOrder } from '#src/domain/plan/drag-order.tsx';
import { PlanningFrame } from '#src/operations/feedings/planning-frame.tsx';
import { PeriodCard } from './period-card.tsx';
import { PeriodDetail } from './period-detail.tsx';
import { PeriodModal } from './period-modal.tsx';
import classes from './periods.module.css';
import { PERIOD_VIEWS, type Period, useActivate, useOrder, usePeriods } from './queries.ts';

function PeriodsSkeleton() {
  const { t } = useTranslation('core');
  return (
    <Stack aria-busy="true" role="status" aria-label={t('core:loading')}>
      {[0, 1, 2].map((key) => (
        <Skeleton key={key} height={136} radius="sm" data-skeleton />
      ))}
    </Stack>
  );
}

/** Returns the rows with one at another place. */
function moveRow(rows: readonly Period[], from: number, to: number): Period[] {
  const next = [...rows];
  const [moved] = next.splice(from, 1);
  next.splice(to, 0, moved!);
  return next;
}

/** The plans that repeat every day while they are on. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const farm = useFarmOfRoute();
  const { data, error, refetch } = usePeriods(farm.id);
  const activate = useActivate(farm.id);
  const order = useOrder(farm.id);
  const remove = useRemove(periods, { farm: farm.id, touches: PERIOD_VIEWS });
  const [shown, setShown] = useState<{ period: Period | null } | null>(null);
  const mayChange = can('loading', 'change');
  const add = can('loading', 'add') ? { label: t('operations:periods.create'), onClick: () => setShown({ period: null }) } : undefined;
  useAskedToAdd(add);
  const rows = data?.rows ?? [];

  const move = (from: number, to: number) => order.mutate(moveRow(rows, from, to));
  const drop = ({ source, destination }: DropResult) => {
    if (destination === null || destination.index === source.index) return false;
    move(source.index, destination.index);
    return true;
  };
  const listPeriodActions = (period: Period, index: number) => [
    {
      label: t(mayChange ? 'operations:actions.edit' : 'operations:actions.details'),
      icon: mayChange ? IconPencil : IconEye,
      onClick: () => setShown({ period }),
    },
    ...(mayChange && index > 0
      ? [{ label: t('operations:planning.move_up'), icon: IconArrowUp, onClick: () => move(index, index - 1) }]
      : []),
    ...(mayChange && index < rows.length - 1
      ? [{ label: t('operations:planning.move_down'), icon: IconArrowDown, onClick: () => move(index, index + 1) }]
      : []),
    ...(can('loading', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(period.id, period.name) }]
      : []),
  ];

  const list = () => {
    if (error && !data) return <FailedState error={error} onRetry={refetch} />;
    if (!data) return <PeriodsSkeleton />;
    if (rows.length === 0) {
      return <EmptyState icon={IconCalendarRepeat} title={t('pages:periods.empty')} text={t('pages:periods.empty_text')} action={add} />;
    }
    return (
      <DragOrder onDrop={drop}>
        <Droppable droppableId="periods">
          {(place) => (
            <ul ref={place.innerRef} {...place.droppableProps} className={classes.list} aria-label={t('operations:periods.title')}>
              {rows.map((period, index) => (
                <PeriodCard
                  key={period.id}
                  period={period}
                  index={index}
                  mayChange={mayChange}
                  movable={mayChange && rows.length > 1}
                  actions={listPeriodActions(period, index)}
                  onOpen={() => setShown({ period })}
                  onActivate={(active) => activate.mutate({ period, active })}
                />
              ))}
              {place.placeholder}
            </ul>
          )}
        </Droppable>
      </DragOrder>
    );
  };

  return (
    <PlanningFrame title={t('operations:periods.title')}>
      {rows.length > 0 && (
        <div className={classes.tools}>
          <Text c="dimmed">{t('pages:periods.hint')}</Text>
          {add && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.onClick} flex="none">
              {add.label}
            </Button>
          )}
        </div>
      )}
      {list()}
      {shown?.period && !mayChange && <PeriodDetail period={shown.period} onClose={() => setShown(null)} />}
      {shown && (!shown.period || mayChange) && <PeriodModal farm={farm.id} period={shown.period} onClose={() => setShown(null)} />}
    </PlanningFrame>
  );
}
