import { createContext, useContext } from 'react';

/** The entered client's name, for those who work for several; null for a client's own users, and outside of a client. */
export const ClientContext = createContext<string | null>(null);

export const useClientInView = () => useContext(ClientContext);
