import { createContext } from 'react';
import type { Use } from '#contract/errors.ts';
import type { Need } from '#contract/rights.ts';

/**
 * Returns the address of the screen that shows a row; null if there is none that the user may open. The app provides it from its screens.
 */
export const PlacesContext = createContext<(use: Use) => string | null>(() => null);

/** Returns the right that the user lacks for an address under `/app/`; null if the user may open it. The app provides it. */
export const MissingRightContext = createContext<(address: string) => Need | null>(() => null);
