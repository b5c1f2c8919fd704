import { useTranslation } from 'react-i18next';
import { deliveries, deliveryCompanies } from '#contract/operations/deliveries.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { recipes } from '#contract/operations/recipes.ts';
import type { Resource } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { RouteTabs } from '#src/core/layout/route-tabs.tsx';

const TABS = [
  ['ingredients', ingredients],
  ['needs', ingredients],
  ['fodder', recipes],
  ['deliveries', deliveries],
  ['companies', deliveryCompanies],
] as const satisfies readonly (readonly [string, Resource])[];

/** What lies in stock, what is made of it, what comes and goes, and with whom: those that one may see. */
export function StockTabs() {
  const { t } = useTranslation('operations');
  const { canAny } = useAccess();
  const path = useAppPath();
  return (
    <RouteTabs
      tabs={TABS.filter(([, resource]) => canAny(needsOf(resource, 'view'))).map(([name]) => ({
        label: t(`operations:stocks.tabs.${name}`),
        to: path(`stock/${name}`),
      }))}
    />
  );
}
