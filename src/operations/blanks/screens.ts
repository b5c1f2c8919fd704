import { IconFileText } from '@tabler/icons-react';
import type { Screen } from '../../core/layout/screen.ts';

const common = {
  area: 'client',
  title: 'operations:blanks.title',
  icon: IconFileText,
  permission: { item: 'additional', action: 'view' },
  load: () => import('./page.tsx'),
} as const;

export const blankScreens: readonly Screen[] = [
  { ...common, id: 'blanks', route: 'settings/blanks', menu: 'settings' },
  { ...common, id: 'farm-blanks', route: 'admin/blanks/companies/:company_id/farms/:farm_id' },
];
export const blankRedirects = [{ route: 'admin/blanks', to: 'settings/blanks' }];
