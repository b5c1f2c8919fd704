import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface IconButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  icon: Icon;
  /** What it does, for those who hear the screen. */
  label: string;
  /** Pixels of the icon. */
  glyph?: number;
  stroke?: number;
}

/** A button that is an icon alone; quiet, unless it is told to be another. */
export const IconButton = ({ icon: Glyph, label, glyph = 16, stroke = 2, ...rest }: IconButtonProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
    <Glyph size={glyph} stroke={stroke} aria-hidden />
  </ActionIcon>
);
