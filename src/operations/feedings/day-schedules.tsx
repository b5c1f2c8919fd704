import { Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { EmptyState, FailedState, NothingFound } from '#src/core/ui/states.tsx';
import { useFarmPath } from '#src/domain/farm/place.ts';
import classes from './day.module.css';
import { DayList } from './day-list.tsx';
import { DayProgress } from './day-progress.tsx';
import type { useSchedulesOf } from './queries.ts';

interface DaySchedulesProps extends ComponentProps<typeof DayList> {
  farm: FarmCard;
  schedules: ReturnType<typeof useSchedulesOf>;
  narrowed: boolean;
}

/** The day's feedings with their progress, or the reason why there are none. */
export function DaySchedules({ farm, schedules, narrowed, ...list }: DaySchedulesProps) {
  const { t } = useTranslation('core');
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const { data, error, isPlaceholderData, refetch } = schedules;
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Stack aria-busy="true" role="status" aria-label={t('core:loading')}>
        <Skeleton height={phone ? 132 : 98} radius="sm" data-skeleton />
        <Skeleton height={460} radius="sm" data-skeleton />
      </Stack>
    );
  }
  if (data.rows.length === 0) return narrowed ? <NothingFound /> : <EmptyDay farm={farm} />;
  return (
    <div className={classes.days} data-dimmed={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      <DayProgress rows={data.rows} />
      <DayList {...list} />
    </div>
  );
}

/** Leads to the plans that repeat. */
function EmptyDay({ farm }: { farm: FarmCard }) {
  const { t } = useTranslation('operations');
  const { can } = useAccess();
  const navigate = useNavigate();
  const farmPath = useFarmPath();
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
