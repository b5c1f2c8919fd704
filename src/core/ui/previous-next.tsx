import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface PreviousNextProps {
  /** Labels of the two buttons. */
  previous: string;
  next: string;
  /** True if nothing comes after the current one. */
  isLast?: boolean;
  onStep: (by: -1 | 1) => void;
  children: ReactNode;
}

/** The current day, month or year between buttons for the previous and the next one. */
export const PreviousNext = ({ previous, next, isLast = false, onStep, children }: PreviousNextProps) => (
  <>
    <ActionIcon variant="default" size={36} aria-label={previous} onClick={() => onStep(-1)}>
      <IconChevronLeft size={18} aria-hidden />
    </ActionIcon>
    {children}
    <ActionIcon variant="default" size={36} aria-label={next} disabled={isLast} onClick={() => onStep(1)}>
      <IconChevronRight size={18} aria-hidden />
    </ActionIcon>
  </>
);
