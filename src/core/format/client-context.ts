import { createContext, useContext } from 'react';
import { type Conventions, conventionsOf } from '#contract/words.ts';
import { type Me, useSession } from '#src/core/api/session.ts';

/** The entered client's name, for people with several clients; null for a client's own users and outside a client. */
export const ClientContext = createContext<string | null>(null);

export const useClientInView = () => useContext(ClientContext);

/** A client's currency, settings, and whether its mixers round in pounds. */
export interface ClientUnits extends Conventions {
  currency: string | null;
  weighs_in_pounds: boolean;
}

/** Settings of the entered client. */
export const ClientUnitsContext = createContext<ClientUnits | null>(null);

/** Settings of the client in view, for any reader and language; null outside a client, and until loaded. */
export function useClientUnits(): ClientUnits | null {
  const entered = useContext(ClientUnitsContext);
  const { me } = useSession();
  return entered ?? ownUnits(me);
}

const ownUnits = (me: Me | null): ClientUnits | null =>
  me?.currency ? { currency: me.currency, weighs_in_pounds: me.weighs_in_pounds, ...conventionsOf(me.client_conventions) } : null;
