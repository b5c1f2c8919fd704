import { createContext } from 'react';
import type { RouteTab } from './route-tab.ts';

/** Tabs of the current screen's set. */
export const TabsContext = createContext<readonly RouteTab[]>([]);
