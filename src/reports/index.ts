import type { Redirect, Screen } from '../core/layout/screen.ts';

/** The reports' screens, in the order of the menu. */
export const reportsScreens: readonly Screen[] = [];

/** Addresses that lead on to a report. */
export const reportsRedirects: readonly Redirect[] = [];
