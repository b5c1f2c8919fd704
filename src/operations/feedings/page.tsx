import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { DayPicker } from '#src/domain/farm/day-picker.tsx';
import { useFarmPath } from '#src/domain/farm/place.ts';
import { HeadsStrip } from '#src/operations/groups/heads-strip.tsx';
import { ShortNotice } from '#src/operations/needs/short-notice.tsx';
import { ClosedMonth, useClosedMonth } from './closed-month.tsx';
import classes from './day.module.css';
import { DaySchedules } from './day-schedules.tsx';
import { DayTools } from './day-tools.tsx';
import { NextLoad } from './next-load.tsx';
import { PlanFilterBar } from './plan-filter-bar.tsx';
import { PlanningFrame } from './planning-frame.tsx';
import { useLoadingsOf, useReorder, useSchedulesOf } from './queries.ts';
import { RangeDays, UntilPicker, useUntil } from './range.tsx';
import { ScheduleWindows, type ShownWindow } from './schedule-windows.tsx';
import { sectionsOf } from './sections.ts';
import { useDay } from './use-day.ts';
import { usePlanFilters } from './use-plan-filters.ts';
import { useScheduleActions } from './use-schedule-actions.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const NO_ROWS: readonly ScheduleRow[] = [];

/** The day's list: feedings in order, with their progress. */
export function Page() {
  const { t } = useTranslation('operations');
  const { can } = useAccess();
  const farmPath = useFarmPath();
  const { farm, today, day, setDay } = useDay();
  const plan = usePlanFilters(farm.id, day);
  const range = useUntil(day);
  const schedules = useSchedulesOf(farm.id, day, plan.narrowing);
  const { data: loadings } = useLoadingsOf(farm.id, day);
  const reorder = useReorder(farm.id, day);
  const [shown, setShown] = useState<ShownWindow | null>(null);
  const closed = useClosedMonth(farm.id, day, today);
  const isOld = schedules.isPlaceholderData;
  const rows = schedules.data?.rows ?? NO_ROWS;
  const sections = sectionsOf(rows, isOld ? [] : (loadings?.rows ?? []));
  // A filtered day can't be sorted.
  const movable = can('schedule', 'change') && !isOld && !closed && !plan.narrowed && range.until === null;
  const onReorder = (ids: number[]) => reorder.mutate(ids);
  const listActions = useScheduleActions({
    farm: farm.id,
    rows,
    sections,
    onShow: setShown,
    onReorder: movable ? onReorder : undefined,
  });
  const recordPath = (schedule: ScheduleRow) => farmPath(farm, `/${schedule.id}/record`);
  const onOpen = (schedule: ScheduleRow) => setShown({ what: 'detail', schedule });
  const listed = { listActions, recordPath, onOpen };

  return (
    <PlanningFrame title={t('operations:planning.title')}>
      <DayTools {...{ farm, day, sections, isOld, closed }} isEmpty={rows.length === 0} onShow={setShown}>
        <DayPicker day={day} today={today} onChange={setDay} />
        <UntilPicker day={day} {...range} />
      </DayTools>
      <div className={classes.filters}>
        <PlanFilterBar {...plan} />
      </div>
      <WaitingNotice rows={rows} onOpen={onOpen} />
      {day >= today && <ShortNotice farm={farm.id} today={today} />}
      {closed && <ClosedMonth farm={farm.id} day={day} />}
      {day === today && can('group', 'view') && can('group', 'change') && <HeadsStrip farm={farm.id} />}
      {range.until === null ? (
        <DaySchedules {...{ farm, schedules, sections, movable, onReorder }} narrowed={plan.narrowed} {...listed} />
      ) : (
        <RangeDays farm={farm.id} after={day} before={range.until} narrowing={plan.narrowing} {...listed} />
      )}
      <NextLoad rows={rows} recordPath={recordPath} />
      {shown && <ScheduleWindows shown={shown} onShow={setShown} farm={farm.id} day={day} rows={rows} onCopied={setDay} />}
    </PlanningFrame>
  );
}
