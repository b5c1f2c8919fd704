import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './grip.module.css';

interface GripProps {
  movable: boolean;
  /** Of what it moves. */
  name: string;
  handle: DraggableProvidedDragHandleProps | null;
}

/** What a line of an order is dragged by. */
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
