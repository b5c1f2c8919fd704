import { useTranslation } from 'react-i18next';
import type { Item } from '../../../contract/access.ts';
import { useAccess } from '../../core/access/use-access.ts';
import { useAppPath } from '../../core/api/place.ts';
import { RouteTabs } from '../../core/layout/route-tabs.tsx';

const TABS = [
  ['ingredients', 'ingredient'],
  ['needs', 'ingredient'],
  ['fodder', 'animalfeed_recipe'],
  ['deliveries', 'delivery'],
  ['companies', 'delivery_company'],
] as const satisfies readonly (readonly [string, Item])[];

/** What lies in stock, what is made of it, what comes and goes, and with whom: those that one may see. */
export function StockTabs() {
  const { t } = useTranslation('operations');
  const { can } = useAccess();
  const path = useAppPath();
  return (
    <RouteTabs
      tabs={TABS.filter(([, item]) => can(item, 'view')).map(([name]) => ({
        label: t(`operations:stocks.tabs.${name}`),
        to: path(`stock/${name}`),
      }))}
    />
  );
}
