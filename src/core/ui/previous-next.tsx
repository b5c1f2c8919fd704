import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface PreviousNextProps {
  /** What the two buttons do. */
  previous: string;
  next: string;
  /** Nothing comes after what is seen. */
  isLast?: boolean;
  onStep: (by: -1 | 1) => void;
  children: ReactNode;
}

/** What is seen of a row of days, months or years, between the ways to the one before and the one after. */
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
