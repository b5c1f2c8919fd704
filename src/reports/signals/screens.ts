import { IconAlertTriangle, IconGauge } from '@tabler/icons-react';
import type { Need } from '#contract/rights.ts';
import type { Screen } from '#src/core/layout/screen.ts';

/** Equals `needsOf(signals, 'view')`; the contract itself loads with the screens. */
export const SEES_SIGNALS: readonly Need[] = (['dashboard', 'load', 'additional'] as const).map((item) => ({ item, action: 'view' }));

/** Opens the settings for signals by mail. */
export const MAIL_ADDRESS = 'reports/signals?mail=own';

const pages = async () => (await import('./load.ts')).loadPages();

const common = { area: 'client', permission: SEES_SIGNALS, icon: IconAlertTriangle, title: 'operations:history.tabs.signals' } as const;

/** Screens of signals: the list, one signal with its chart, and the rules. */
export const signalScreens: readonly Screen[] = [
  {
    ...common,
    id: 'signals',
    route: 'reports/signals',
    menu: 'home',
    load: async () => ({ Page: (await pages()).SignalsPage }),
  },
  {
    ...common,
    id: 'signal',
    route: 'reports/signals/:signal_id',
    under: 'signals',
    load: async () => ({ Page: (await pages()).SignalPage }),
  },
  {
    ...common,
    id: 'signal-rules',
    route: 'reports/signals/rules',
    title: 'operations:history.tabs.signalrules',
    icon: IconGauge,
    under: 'signals',
    found: true,
    load: async () => ({ Page: (await pages()).RulesPage }),
  },
];
