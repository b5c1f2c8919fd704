import { DragDropContext, type DropResult } from '@hello-pangea/dnd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#src/core/ui/toast.ts';

interface DragOrderProps {
  /** Moves the line; false if it stays. */
  onDrop: (result: DropResult) => boolean;
  children: ReactNode;
}

/** Lists that are sorted by mouse, finger or keyboard, with announcements for screen readers. */
export function DragOrder({ onDrop, children }: DragOrderProps) {
  const { t } = useTranslation('operations');
  return (
    <DragDropContext
      onDragEnd={(result, { announce }) => {
        const moved = onDrop(result);
        const message =
          moved && result.destination
            ? t('operations:planning.dropped', { place: result.destination.index + 1 })
            : t('operations:planning.drag_back');
        announce(message);
        if (moved) toast.success(message);
      }}
      dragHandleUsageInstructions={t('operations:planning.drag_help')}
      onDragStart={(_, { announce }) => announce(t('operations:planning.drag_help'))}
      onDragUpdate={({ destination }, { announce }) =>
        announce(destination ? t('operations:planning.drag_place', { place: destination.index + 1 }) : '')
      }
    >
      {children}
    </DragDropContext>
  );
}
