import { useTranslation } from 'react-i18next';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { ResetModal } from '#src/domain/farm/reset-modal.tsx';
import { CopyDayModal } from './copy-day-modal.tsx';
import { CorrectModal } from './correct-modal.tsx';
import { followsAnother } from './feeding.ts';
import { SCHEDULE_VIEWS } from './queries.ts';
import { ScheduleDetail } from './schedule-detail.tsx';
import { ScheduleModal } from './schedule-modal.tsx';
import type { Weighing } from './weighings.ts';

/** The window above the day's list. */
export type ShownWindow =
  | { what: 'create' | 'copy' }
  | { what: 'edit' | 'detail' | 'reset'; schedule: ScheduleRow }
  | { what: 'correct'; schedule: ScheduleRow; weighing: Weighing };

interface ScheduleWindowsProps {
  shown: ShownWindow;
  onShow: (shown: ShownWindow | null) => void;
  farm: number;
  day: string;
  rows: readonly ScheduleRow[];
  onCopied: (day: string) => void;
}

export function ScheduleWindows({ shown, onShow, farm, day, rows, onCopied }: ScheduleWindowsProps) {
  const { t } = useTranslation('pages');
  const close = () => onShow(null);
  const latest = (schedule: ScheduleRow) => rows.find(({ id }) => id === schedule.id) ?? schedule;
  switch (shown.what) {
    case 'create':
      return <ScheduleModal farm={farm} day={day} schedule={null} onClose={close} />;
    case 'copy':
      return <CopyDayModal farm={farm} day={day} onCopied={onCopied} onClose={close} />;
  }
  const { schedule } = shown;
  switch (shown.what) {
    case 'edit':
      return <ScheduleModal farm={farm} day={day} schedule={schedule} follows={followsAnother(schedule, rows)} onClose={close} />;
    case 'reset':
      return (
        <ResetModal
          resource={schedules}
          row={schedule}
          farm={farm}
          name={schedule.ration_name}
          texts={{ explain: t('pages:reset.text'), done: t('pages:reset.done') }}
          views={SCHEDULE_VIEWS}
          onClose={close}
        />
      );
    case 'correct':
      return <CorrectModal schedule={latest(schedule)} weighing={shown.weighing} onClose={() => onShow({ what: 'detail', schedule })} />;
    case 'detail':
      return (
        <ScheduleDetail
          schedule={latest(schedule)}
          onClose={close}
          onCorrect={(weighing) => onShow({ what: 'correct', schedule, weighing })}
          onEdit={schedule.abilities.change ? () => onShow({ what: 'edit', schedule }) : undefined}
        />
      );
  }
}
