import { createContext, useContext } from 'react';
import type { FarmCard } from '#contract/operations/farms.ts';

/** The open farm, or the last one; null before the first. */
export const FarmContext = createContext<FarmCard | null>(null);

export const useCurrentFarm = () => useContext(FarmContext);
