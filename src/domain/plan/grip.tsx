import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './grip.module.css';

interface GripProps {
  movable: boolean;
  /** Name of the moved thing. */
  name: string;
  handle: DraggableProvidedDragHandleProps | null;
}

/** The handle of a sortable line. */
export function Grip({ movable, name, handle }: GripProps) {
  const { t } = useTranslation('operations');
  return (
    <ActionIcon
      component="span"
      variant="transparent"
      color="gray"
      className={classes.grip}
      data-still={!movable || undefined}
      aria-label={movable ? t('operations:planning.move', { name }) : undefined}
      aria-hidden={!movable}
      {...handle}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
}
