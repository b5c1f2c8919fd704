import { IconBookmarks } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

export const savedFiltersScreen: Screen = {
  id: 'saved-filters',
  route: 'reports/additional',
  area: 'client',
  title: 'reports:saved.menu',
  icon: IconBookmarks,
  permission: { item: 'filters', action: 'view' },
  menu: 'reports',
  load: () => import('./page.tsx'),
};
