import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

export const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

export const SCHEME_ICONS: Record<ColorScheme, Icon> = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };
