import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface IconButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  icon: Icon;
  /** Text for screen readers. */
  label: string;
  /** Size of the icon in pixels. */
  glyph?: number;
  stroke?: number;
}

/** A button with only an icon; subtle by default. */
export const IconButton = ({ icon: Glyph, label, glyph = 16, stroke = 2, ...rest }: IconButtonProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
    <Glyph size={glyph} stroke={stroke} aria-hidden />
  </ActionIcon>
);
