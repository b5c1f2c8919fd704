import type { Access } from '../core/access/use-access.ts';
import type { Screen } from '../core/layout/screen.ts';

/** Whether a screen is for this user: by right, and by being super administrator where it asks for that. */
export function mayOpen(screen: Pick<Screen, 'permission' | 'superadmin'>, access: Access): boolean {
  if (screen.superadmin && !access.isSuperadmin) return false;
  const { permission } = screen;
  return permission === null || access.can(permission.item, permission.action, permission.module);
}
