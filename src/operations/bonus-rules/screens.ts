import { IconUserStar } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

export const bonusRulesScreen: Screen = {
  id: 'bonus-rules',
  listsFarm: true,
  imports: true,
  route: 'settings/bonus-rules',
  area: 'client',
  title: 'operations:bonus_rules.title',
  icon: IconUserStar,
  permission: { item: 'blanks', action: 'view' },
  menu: 'settings',
  shows: { resource: 'bonusrules', query: ({ name }) => ({ search: name }) },
  load: () => import('./page.tsx'),
};
