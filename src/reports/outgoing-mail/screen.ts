import { IconMail } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

export const outgoingMailScreen: Screen = {
  id: 'outgoing-mail',
  route: 'mail',
  area: 'service',
  title: 'reports:outgoing_mail.title',
  icon: IconMail,
  permission: { item: 'activity', action: 'view' },
  menu: 'service',
  load: () => import('./page.tsx'),
};
