import { IconAdjustmentsHorizontal, IconBell } from '@tabler/icons-react';
import type { Need } from '#contract/rights.ts';
import type { Screen } from '#src/core/layout/screen.ts';

/** As `needsOf(signals, 'view')` has it: the contract itself comes with the screens. */
export const SEES_SIGNALS: readonly Need[] = (['dashboard', 'load', 'additional'] as const).map((item) => ({ item, action: 'view' }));

/** What was noticed: its list, one of it with its chart, and by which rules. */
export const signalScreens: readonly Screen[] = [
  {
    id: 'signals',
    route: 'reports/signals',
    area: 'client',
    title: 'reports:signals.title',
    icon: IconBell,
    permission: SEES_SIGNALS,
    menu: 'home',
    load: () => import('./page.tsx'),
  },
  {
    id: 'signal',
    route: 'reports/signals/:signal_id',
    area: 'client',
    title: 'reports:signals.title',
    icon: IconBell,
    permission: SEES_SIGNALS,
    under: 'signals',
    shows: { resource: 'signals' },
    load: () => import('./signal-page.tsx'),
  },
  {
    id: 'signal-rules',
    route: 'reports/signals/rules',
    area: 'client',
    title: 'reports:signals.rules_title',
    icon: IconAdjustmentsHorizontal,
    permission: SEES_SIGNALS,
    under: 'signals',
    found: true,
    shows: { resource: 'signalrules' },
    load: () => import('#src/reports/signal-rules/page.tsx'),
  },
];
