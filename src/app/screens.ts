import { adminRedirects, adminScreens } from '../admin/index.ts';
import type { Access } from '../core/access/use-access.ts';
import type { Redirect, Screen } from '../core/layout/screen.ts';
import { operationsRedirects, operationsScreens } from '../operations/index.ts';
import { reportsRedirects, reportsScreens } from '../reports/index.ts';

/** Every screen there is, in the order of the menu. */
export const SCREENS: readonly Screen[] = [...operationsScreens, ...reportsScreens, ...adminScreens];
export const REDIRECTS: readonly Redirect[] = [...operationsRedirects, ...reportsRedirects, ...adminRedirects];

export function mayOpen(screen: Pick<Screen, 'permission' | 'superadmin'>, access: Access): boolean {
  if (screen.superadmin && !access.isSuperadmin) return false;
  const { permission } = screen;
  return permission === null || access.can(permission.item, permission.action, permission.module);
}
