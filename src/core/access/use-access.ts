import { useMemo } from 'react';
import { type Action, allows, type Item, type Module, type Rights, rightsOf } from '../../../contract/rights.ts';
import { type Me, useSession } from '../api/session.ts';

export interface Access {
  can: (item: Item, action: Action, module?: Module) => boolean;
  isSuperadmin: boolean;
  modules: readonly string[];
  rights: Rights;
}

export function accessOf(me: Me | null): Access {
  const rights = me ? rightsOf(me.user_type, me.is_superadmin, me.modules, me.permissions) : {};
  return {
    can: (item, action, module) => allows(rights, item, action, module),
    isSuperadmin: me?.is_superadmin ?? false,
    modules: me?.modules ?? [],
    rights,
  };
}

/** What the signed-in user may do, by the contract's table. The server decides again on every call. */
export function useAccess(): Access {
  const { me } = useSession();
  return useMemo(() => accessOf(me), [me]);
}
