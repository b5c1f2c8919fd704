import type { Redirect, Screen } from '../core/layout/screen.ts';

/** The screens of daily work, in the order of the menu. */
export const operationsScreens: readonly Screen[] = [];

/** Addresses that lead on to a screen. */
export const operationsRedirects: readonly Redirect[] = [];
