import { IconReportAnalytics } from '@tabler/icons-react';
import type { Screen } from '#src/core/layout/screen.ts';

/** Screen of the gallery, for users who may open at least one of its reports. */
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
