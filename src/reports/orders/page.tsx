import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ordersView } from '#contract/reports/orders-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { pointAddress } from '#src/core/report/drill.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';
import classes from './orders.module.css';

/** Link to the screen where orders are entered. */
function ToOrders() {
  const { t } = useTranslation('pages');
  const path = useAppPath();
  const { can } = useAccess();
  if (!can('delivery', 'view')) return null;
  return (
    <Anchor component={Link} to={path('stock/orders')} size="sm" className={classes.link}>
      {t('pages:orders.open')}
    </Anchor>
  );
}

const shaped: Shaped = {
  viewOf: () => ordersView,
  fit: (filters) => filters,
  controls: () => <ToOrders />,
  nameOf: () => 'orders',
  rowAddress: () => null,
  pointAddress,
};

/** Comparison of orders and deliveries. */
export function OrdersPage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts that only this report needs, so that other reports don't wait for them.
  useTranslation('pages');
  return <ReportPage definition={definition} shaped={shaped} />;
}
