import { createContext } from 'react';
import type { Use } from '#contract/errors.ts';

/** The address of the screen that shows a row; null when there is none that the user may open. The app knows, from its screens. */
export const PlacesContext = createContext<(use: Use) => string | null>(() => null);
