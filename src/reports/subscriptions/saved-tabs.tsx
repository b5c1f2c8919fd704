import { useTranslation } from 'react-i18next';
import { useAppPath } from '#src/core/api/place.ts';
import { RouteTabs } from '#src/core/layout/route-tabs.tsx';

/** Tabs for saved filters and subscriptions. */
export function SavedTabs() {
  const { t } = useTranslation(['reports', 'pages']);
  const path = useAppPath();
  return (
    <RouteTabs
      tabs={[
        { label: t('reports:saved.menu'), to: path('reports/additional') },
        { label: t('reports:sending.title'), to: path('reports/additional/sendings') },
      ]}
    />
  );
}
