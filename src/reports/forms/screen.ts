import { IconFileCheck } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

export const formsScreen: Screen = {
  id: 'forms',
  route: 'reports/forms',
  area: 'client',
  title: 'reports:form.title',
  icon: IconFileCheck,
  permission: { item: 'blanks', action: 'view' },
  menu: 'month',
  question: 'forms',
  load: () => import('./page.tsx'),
};
