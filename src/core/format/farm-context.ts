import { createContext, useContext } from 'react';
import type { FarmCard } from '#contract/operations/farms.ts';

/** The farm that is open or was open last; null until one has been opened. */
export const FarmContext = createContext<FarmCard | null>(null);

export const useCurrentFarm = () => useContext(FarmContext);
