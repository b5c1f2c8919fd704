import { createContext, useContext } from 'react';
import { type Conventions, conventionsOf } from '#contract/words.ts';
import { type Me, useSession } from '#src/core/api/session.ts';

/** The entered client's name, for those who work for several; null for a client's own users, and outside of a client. */
export const ClientContext = createContext<string | null>(null);

export const useClientInView = () => useContext(ClientContext);

/** How a client counts: its money, how its people write, and whether its mixers round by pounds. */
export interface ClientUnits extends Conventions {
  currency: string | null;
  weighs_in_pounds: boolean;
}

/** Those of the entered client. */
export const ClientUnitsContext = createContext<ClientUnits | null>(null);

/** Those of the client in view, whoever looks and in whatever language; null outside of a client, and until they are known. */
export function useClientUnits(): ClientUnits | null {
  const entered = useContext(ClientUnitsContext);
  const { me } = useSession();
  return entered ?? ownUnits(me);
}

const ownUnits = (me: Me | null): ClientUnits | null =>
  me?.currency ? { currency: me.currency, weighs_in_pounds: me.weighs_in_pounds, ...conventionsOf(me.client_conventions) } : null;
