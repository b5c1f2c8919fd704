import { useMemo } from 'react';
import { type Action, allows, allowsAny, type Item, type Module, type Need, type Rights, rightsOf } from '#contract/rights.ts';
import { enteredModules, useEnteredModules } from '#src/core/api/entered-client.ts';
import { type Me, session, useSession } from '#src/core/api/session.ts';

export interface Access {
  can: (item: Item, action: Action, module?: Module) => boolean;
  canAny: (needs: Need | readonly Need[]) => boolean;
  isSuperadmin: boolean;
  modules: readonly string[];
  rights: Rights;
}

/** `modules` are those of the entered client. */
export function accessOf(me: Me | null, modules: readonly Module[] = me?.modules ?? []): Access {
  const rights = me ? rightsOf(me.user_type, me.is_superadmin, modules, me.permissions) : {};
  return {
    can: (item, action, module) => allows(rights, item, action, module),
    canAny: (needs) => allowsAny(rights, needs),
    isSuperadmin: me?.is_superadmin ?? false,
    modules,
    rights,
  };
}

/** Like `useAccess`, outside components. */
export const accessNow = () => accessOf(session.get().me, enteredModules());

/** The signed-in user's rights here, by the contract's table. The server checks every call again. */
export function useAccess(): Access {
  const { me } = useSession();
  const modules = useEnteredModules();
  return useMemo(() => accessOf(me, modules), [me, modules]);
}
