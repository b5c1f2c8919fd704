import { IconReportAnalytics } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

/** All that answers a question, for those who may open any of it. */
export function galleryScreen(all: readonly Screen[]): Screen {
  const reports = all.filter(({ question }) => question);
  return {
    id: 'gallery',
    route: 'reports/gallery',
    area: 'client',
    title: 'core:menu.all_reports',
    icon: IconReportAnalytics,
    permission: reports.flatMap(({ permission }) => permission ?? []),
    menu: 'reports',
    load: () => import('./page.tsx'),
    props: { reports },
  };
}
