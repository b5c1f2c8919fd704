import { adminRedirects, adminScreens } from '#src/admin/index.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';
import { operationsRedirects, operationsScreens } from '#src/operations/index.ts';
import { reportsRedirects, reportsScreens } from '#src/reports/index.ts';

/** Every screen there is, in the order of the menu. */
export const SCREENS: readonly Screen[] = [...operationsScreens, ...reportsScreens, ...adminScreens];
export const REDIRECTS: readonly Redirect[] = [...operationsRedirects, ...reportsRedirects, ...adminRedirects];
