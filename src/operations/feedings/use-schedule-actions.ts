import { IconArrowDown, IconArrowUp, IconEye, IconPencil, IconRotate2, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import type { RowAction } from '#src/core/resource/row-actions.tsx';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { waitingLoads } from './feeding.ts';
import { SCHEDULE_VIEWS } from './queries.ts';
import type { ShownWindow } from './schedule-windows.tsx';
import { movedOrder, type Section } from './sections.ts';

interface ScheduleActionsOptions {
  farm: number;
  rows: readonly ScheduleRow[];
  sections: readonly Section[];
  onShow: (shown: ShownWindow) => void;
  /** Undefined if the feedings can't be sorted. */
  onReorder: ((ids: number[]) => void) | undefined;
}

/** The actions of a feeding: those that its state and the person's rights allow. */
export function useScheduleActions({ farm, rows, sections, onShow, onReorder }: ScheduleActionsOptions) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const remove = useRemove(schedules, { farm, touches: SCHEDULE_VIEWS });
  const nameSchedule = (schedule: ScheduleRow) => {
    const loads = waitingLoads(schedule, rows);
    return loads > 1 ? `${schedule.ration_name} (${t('pages:periods.jobs')}: ${loads})` : schedule.ration_name;
  };
  const listMoves = (section: Section, index: number): RowAction[] => {
    const move = (to: number) => () => {
      const ids = movedOrder(sections, section.id, index, to);
      if (ids) onReorder?.(ids);
    };
    return [
      ...(index > 0 ? [{ label: t('operations:planning.move_up'), icon: IconArrowUp, onClick: move(index - 1) }] : []),
      ...(index < section.schedules.length - 1
        ? [{ label: t('operations:planning.move_down'), icon: IconArrowDown, onClick: move(index + 1) }]
        : []),
    ];
  };
  return (schedule: ScheduleRow, section?: Section, index = 0): RowAction[] => {
    const { abilities, id } = schedule;
    const show = (what: 'detail' | 'edit' | 'reset') => () => onShow({ what, schedule });
    return [
      { label: t('operations:actions.details'), icon: IconEye, onClick: show('detail') },
      ...(abilities.change ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: show('edit') }] : []),
      ...(onReorder && section ? listMoves(section, index) : []),
      ...(abilities.reset ? [{ label: t('pages:reset.action'), icon: IconRotate2, danger: true, onClick: show('reset') }] : []),
      ...(abilities.delete
        ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(id, nameSchedule(schedule)) }]
        : []),
    ];
  };
}
