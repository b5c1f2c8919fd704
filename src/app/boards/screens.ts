import { IconLayoutGrid } from '@tabler/icons-react';
import { SHARES } from '#contract/operations/who-sees.ts';
import { needsOf } from '#contract/rights.ts';
import type { Screen } from '#src/core/layout/screen.ts';

const common = { area: 'client', title: 'reports:boards.title', icon: IconLayoutGrid, permission: needsOf(SHARES, 'view') } as const;

/** Screens of boards: the list, and one board by its number or role. */
export const boardScreens: readonly Screen[] = [
  {
    ...common,
    id: 'boards',
    route: 'reports/boards',
    menu: 'reports',
    load: async () => ({ Page: (await import('./boards-page.tsx')).BoardsPage }),
  },
  {
    ...common,
    id: 'board',
    route: 'reports/boards/:board_id',
    under: 'boards',
    shows: { resource: 'boards' },
    load: async () => ({ Page: (await import('./board-page.tsx')).BoardPage }),
  },
];
