import { IconTool } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

const common = {
  area: 'client',
  icon: IconTool,
  permission: { item: 'mixer', action: 'view' },
  under: 'mixers',
  tabs: 'services',
  found: true,
} as const;

export const serviceScreens: readonly Screen[] = [
  {
    ...common,
    id: 'services',
    imports: true,
    route: 'settings/services',
    title: 'operations:services.plans_title',
    shows: { resource: 'serviceplans', query: ({ name }) => ({ search: name }) },
    load: () => import('./plans-page.tsx'),
  },
  {
    ...common,
    id: 'services-done',
    imports: true,
    route: 'settings/services/done',
    title: 'operations:services.title',
    load: () => import('./page.tsx'),
  },
];
