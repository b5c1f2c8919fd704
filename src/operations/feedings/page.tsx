import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarPlus,
  IconCopy,
  IconEye,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconRotate2,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { EmptyState, FailedState, NothingFound } from '#src/core/ui/states.tsx';
import { DayPicker } from '#src/domain/farm/day-picker.tsx';
import { useFarmPath } from '#src/domain/farm/place.ts';
import { ResetModal } from '#src/domain/farm/reset-modal.tsx';
import { HeadsStrip } from '#src/operations/groups/heads-strip.tsx';
import { ShortNotice } from '#src/operations/needs/short-notice.tsx';
import { ClosedMonth, useClosedMonth } from './closed-month.tsx';
import { CopyDayModal } from './copy-day-modal.tsx';
import { CorrectModal } from './correct-modal.tsx';
import classes from './day.module.css';
import { DayList } from './day-list.tsx';
import { DayProgress } from './day-progress.tsx';
import { followsAnother, waitingLoads } from './feeding.ts';
import { LoadSheetMenu } from './load-sheet-menu.tsx';
import { NextLoad } from './next-load.tsx';
import { PlanFilterBar } from './plan-filter-bar.tsx';
import { PlanningFrame } from './planning-frame.tsx';
import { SCHEDULE_VIEWS, useLoadingsOf, useReorder, useSchedulesOf } from './queries.ts';
import { RangeDays, UntilPicker, useUntil } from './range.tsx';
import { ScheduleDetail } from './schedule-detail.tsx';
import { ScheduleModal } from './schedule-modal.tsx';
import { movedOrder, type Section, sectionsOf } from './sections.ts';
import { useDay } from './use-day.ts';
import { usePlanFilters } from './use-plan-filters.ts';
import { WaitingNotice } from './waiting-notice.tsx';
import type { Weighing } from './weighings.ts';

type Shown =
  | { what: 'create' | 'copy' }
  | { what: 'edit' | 'detail' | 'reset'; schedule: ScheduleRow }
  | { what: 'correct'; schedule: ScheduleRow; weighing: Weighing };

/** The day's list: feedings in order, with their progress. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const navigate = useNavigate();
  const farmPath = useFarmPath();
  const { farm, today, day, setDay } = useDay();
  const plan = usePlanFilters(farm.id, day);
  const range = useUntil(day);
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const { data, error, isPlaceholderData, refetch } = useSchedulesOf(farm.id, day, plan.narrowing);
  const { data: loadings } = useLoadingsOf(farm.id, day);
  const reorder = useReorder(farm.id, day);
  const remove = useRemove(schedules, { farm: farm.id, touches: SCHEDULE_VIEWS });
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const latest = (schedule: ScheduleRow) => data?.rows.find(({ id }) => id === schedule.id) ?? schedule;
  const sections = sectionsOf(data?.rows ?? [], isPlaceholderData ? [] : (loadings?.rows ?? []));
  const closed = useClosedMonth(farm.id, day, today);
  // A filtered day can't be sorted.
  const movable = can('schedule', 'change') && !isPlaceholderData && !closed && !plan.narrowed && range.until === null;
  const mayAdd = can('schedule', 'add');

  const move = (section: Section, index: number, to: number) => {
    const ids = movedOrder(sections, section.id, index, to);
    if (ids) reorder.mutate(ids);
  };
  const nameSchedule = (schedule: ScheduleRow) => {
    const loads = waitingLoads(schedule, data?.rows ?? []);
    return loads > 1 ? `${schedule.ration_name} (${t('pages:periods.jobs')}: ${loads})` : schedule.ration_name;
  };
  const listScheduleActions = (schedule: ScheduleRow, section?: Section, index = 0) => [
    { label: t('operations:actions.details'), icon: IconEye, onClick: () => setShown({ what: 'detail', schedule }) },
    ...(schedule.abilities.change
      ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: () => setShown({ what: 'edit', schedule }) }]
      : []),
    ...(movable && section && index > 0
      ? [{ label: t('operations:planning.move_up'), icon: IconArrowUp, onClick: () => move(section, index, index - 1) }]
      : []),
    ...(movable && section && index < section.schedules.length - 1
      ? [{ label: t('operations:planning.move_down'), icon: IconArrowDown, onClick: () => move(section, index, index + 1) }]
      : []),
    ...(schedule.abilities.reset
      ? [{ label: t('pages:reset.action'), icon: IconRotate2, danger: true, onClick: () => setShown({ what: 'reset', schedule }) }]
      : []),
    ...(schedule.abilities.delete
      ? [
          {
            label: t('core:actions.delete'),
            icon: IconTrash,
            danger: true,
            onClick: () => void remove(schedule.id, nameSchedule(schedule)),
          },
        ]
      : []),
  ];

  const recordPath = (schedule: ScheduleRow) => farmPath(farm, `/${schedule.id}/record`);
  const list = () => {
    if (error && !data) return <FailedState error={error} onRetry={refetch} />;
    if (!data) {
      return (
        <Stack aria-busy="true" role="status" aria-label={t('core:loading')}>
          <Skeleton height={phone ? 132 : 98} radius="sm" data-skeleton />
          <Skeleton height={460} radius="sm" data-skeleton />
        </Stack>
      );
    }
    if (data.rows.length === 0 && plan.narrowed) return <NothingFound />;
    if (data.rows.length === 0) {
      const begin = can('loading', 'add')
        ? { label: t('operations:planning.begin_period'), onClick: () => navigate(farmPath(farm, '/periods')) }
        : undefined;
      return (
        <EmptyState
          icon={IconCalendarPlus}
          title={t('operations:planning.empty')}
          text={t(begin ? 'operations:planning.empty_text' : 'operations:planning.empty_plain')}
          action={begin}
        />
      );
    }
    return (
      <div className={classes.days} data-dimmed={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
        <DayProgress rows={data.rows} />
        <DayList
          sections={sections}
          movable={movable}
          actionsOf={listScheduleActions}
          recordPath={recordPath}
          onOpen={(schedule) => setShown({ what: 'detail', schedule })}
          onReorder={(ids) => reorder.mutate(ids)}
        />
      </div>
    );
  };

  return (
    <PlanningFrame title={t('operations:planning.title')}>
      <div className={classes.tools}>
        <Group gap="xs">
          <DayPicker day={day} today={today} onChange={setDay} />
          <UntilPicker day={day} {...range} />
        </Group>
        <Group gap="xs" grow={phone} preventGrowOverflow={false} w={phone ? '100%' : undefined}>
          <LoadSheetMenu farm={farm} day={day} sections={sections} disabled={!data?.rows.length || isPlaceholderData} />
          {mayAdd && (
            <Button
              component={Link}
              to={farmPath(farm, '/import')}
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              {t('pages:load_import.open')}
            </Button>
          )}
          {mayAdd && (
            <Button
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
              disabled={!data?.rows.length}
              onClick={() => setShown({ what: 'copy' })}
            >
              {t('pages:copy.action')}
            </Button>
          )}
          {mayAdd && !closed && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setShown({ what: 'create' })}>
              {t('pages:schedule.add')}
            </Button>
          )}
        </Group>
      </div>
      <div className={classes.filters}>
        <PlanFilterBar {...plan} />
      </div>
      <WaitingNotice rows={data?.rows ?? []} onOpen={(schedule) => setShown({ what: 'detail', schedule })} />
      {day >= today && <ShortNotice farm={farm.id} today={today} />}
      {closed && <ClosedMonth farm={farm.id} day={day} />}
      {day === today && can('group', 'view') && can('group', 'change') && <HeadsStrip farm={farm.id} />}
      {range.until === null ? (
        list()
      ) : (
        <RangeDays
          farm={farm.id}
          after={day}
          before={range.until}
          narrowing={plan.narrowing}
          actionsOf={(schedule) => listScheduleActions(schedule)}
          recordPath={recordPath}
          onOpen={(schedule) => setShown({ what: 'detail', schedule })}
        />
      )}
      <NextLoad rows={data?.rows ?? []} recordPath={recordPath} />
      {shown?.what === 'create' && <ScheduleModal farm={farm.id} day={day} schedule={null} onClose={close} />}
      {shown?.what === 'edit' && (
        <ScheduleModal
          farm={farm.id}
          day={day}
          schedule={shown.schedule}
          follows={followsAnother(shown.schedule, data?.rows ?? [])}
          onClose={close}
        />
      )}
      {shown?.what === 'copy' && <CopyDayModal farm={farm.id} day={day} onCopied={setDay} onClose={close} />}
      {shown?.what === 'reset' && (
        <ResetModal
          resource={schedules}
          row={shown.schedule}
          farm={farm.id}
          name={shown.schedule.ration_name}
          texts={{ explain: t('pages:reset.text'), done: t('pages:reset.done') }}
          views={SCHEDULE_VIEWS}
          onClose={close}
        />
      )}
      {shown?.what === 'correct' && (
        <CorrectModal
          schedule={latest(shown.schedule)}
          weighing={shown.weighing}
          onClose={() => setShown({ what: 'detail', schedule: shown.schedule })}
        />
      )}
      {shown?.what === 'detail' && (
        <ScheduleDetail
          schedule={latest(shown.schedule)}
          onClose={close}
          onCorrect={(weighing) => setShown({ what: 'correct', schedule: shown.schedule, weighing })}
          onEdit={shown.schedule.abilities.change ? () => setShown({ what: 'edit', schedule: shown.schedule }) : undefined}
        />
      )}
    </PlanningFrame>
  );
}
