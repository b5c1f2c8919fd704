import { createContext } from 'react';
import type { RouteTab } from './route-tab.ts';

/** The screens that the one on show stands among. */
export const TabsContext = createContext<readonly RouteTab[]>([]);
