import { IconFileText } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

const common = {
  area: 'client',
  title: 'operations:blanks.title',
  icon: IconFileText,
  permission: { item: 'blanks', action: 'view' },
} as const;
const admin = { ...common, under: 'blanks', tabs: 'admin', load: () => import('./admin-page.tsx') } as const;

export const blankScreens: readonly Screen[] = [
  { ...common, id: 'blanks', route: 'settings/blanks', menu: 'settings', tabs: 'settings', load: () => import('./page.tsx') },
  { ...admin, id: 'admin-blanks', route: 'admin/blanks' },
  { ...admin, id: 'farm-blanks', route: 'admin/blanks/companies/:company_id/farms/:farm_id' },
];
