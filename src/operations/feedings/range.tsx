import { Skeleton, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendarDue } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { addDays } from '#contract/days.ts';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { withParams } from '#src/core/layout/with-params.ts';
import { useList } from '#src/core/resource/queries.ts';
import type { RowAction } from '#src/core/resource/row-actions.tsx';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import { FailedState, NothingFound } from '#src/core/ui/states.tsx';
import { dayOf } from '#src/domain/farm/day.ts';
import classes from './day.module.css';
import { DayList } from './day-list.tsx';
import { DayProgress } from './day-progress.tsx';
import { sectionsOf } from './sections.ts';

/** Max days at once. */
const MAX_DAYS = 31;

/** The last day of a range from `day` on, stored in the address; null for one day. */
export function useUntil(day: string) {
  const [params, setParams] = useSearchParams();
  const named = dayOf(params.get('until'));
  const last = addDays(day, MAX_DAYS - 1);
  const until = named !== null && named > day ? ([named, last].toSorted()[0] ?? null) : null;
  const setUntil = (next: string | null) => setParams(withParams({ until: next }));
  return { until, last, setUntil };
}

/** Selects the last day of the plan. */
export function UntilPicker({ day, until, last, setUntil }: ReturnType<typeof useUntil> & { day: string }) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  return (
    <CalendarLanguage>
      <DatePickerInput
        className={classes.until}
        aria-label={t('pages:planning_range.until')}
        placeholder={t('pages:planning_range.until')}
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        minDate={addDays(day, 1)}
        maxDate={last}
        value={until}
        onChange={setUntil}
        valueFormatter={() => (until === null ? '' : `– ${format.value('date', until)}`)}
        leftSection={<IconCalendarDue size={16} aria-hidden />}
      />
    </CalendarLanguage>
  );
}

interface RangeDaysProps {
  farm: number;
  after: string;
  before: string;
  narrowing: Query;
  listActions: (schedule: ScheduleRow) => readonly RowAction[];
  recordPath: (schedule: ScheduleRow) => string;
  onOpen: (schedule: ScheduleRow) => void;
}

/** Several days of the plan below each other. Only a single day can be sorted. */
export function RangeDays({ farm, after, before, narrowing, listActions, recordPath, onOpen }: RangeDaysProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const query = { planned_on_after: after, planned_on_before: before, ordering: 'planned_on,position', page_size: 1000, ...narrowing };
  const { data, error, refetch } = useList(schedules, query, { farm });
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={460} radius="sm" aria-label={t('core:loading')} />;
  if (data.rows.length === 0) return <NothingFound />;
  const days = [...new Set(data.rows.map((row) => row.planned_on))];
  return (
    <div className={classes.days}>
      <DayProgress rows={data.rows} />
      {days.map((day) => (
        <section key={day} aria-label={format.value('date', day)}>
          <Text component="h2" size="lg" fw={600} mb="xs">
            {format.weekday(day)}, {format.value('date', day)}
          </Text>
          <DayList
            sections={sectionsOf(
              data.rows.filter((row) => row.planned_on === day),
              [],
            )}
            movable={false}
            listActions={listActions}
            recordPath={recordPath}
            onOpen={onOpen}
            onReorder={() => undefined}
          />
        </section>
      ))}
    </div>
  );
}
