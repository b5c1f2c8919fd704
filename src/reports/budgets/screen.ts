import { IconStairs } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

/** Opened from the report of budget and fact. */
export const budgetsScreen: Screen = {
  id: 'budgets',
  imports: true,
  route: 'reports/budgets',
  area: 'client',
  title: 'reports:budgets.title',
  icon: IconStairs,
  permission: { item: 'additional', action: 'view' },
  menu: 'reports',
  adds: true,
  shows: { resource: 'budgets', query: ({ id, farm }) => ({ ...(farm ? { farm } : {}), open: id }) },
  load: () => import('./page.tsx'),
};
