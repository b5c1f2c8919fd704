import { adminRedirects, adminScreens } from '../admin/index.ts';
import type { Redirect, Screen } from '../core/layout/screen.ts';
import { operationsRedirects, operationsScreens } from '../operations/index.ts';
import { reportsRedirects, reportsScreens } from '../reports/index.ts';

/** Every screen there is, in the order of the menu. */
export const SCREENS: readonly Screen[] = [...operationsScreens, ...reportsScreens, ...adminScreens];
export const REDIRECTS: readonly Redirect[] = [...operationsRedirects, ...reportsRedirects, ...adminRedirects];
