import { DEFAULT_MODULE, isOfModules } from '#contract/rights.ts';
import type { Access } from '#src/core/access/use-access.ts';
import type { Screen } from './screen.ts';

/** True if this user may open a screen: by right, by the client's modules, and as super administrator if the screen requires it. */
export function mayOpen({ superadmin, about, permission }: Pick<Screen, 'permission' | 'about' | 'superadmin'>, access: Access): boolean {
  if (superadmin && !access.isSuperadmin) return false;
  if (about && !isOfModules(access.modules, DEFAULT_MODULE, about)) return false;
  return permission === null || access.canAny(permission);
}
