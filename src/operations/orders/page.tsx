import { IconClipboardList, IconTruckDelivery } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orders } from '#contract/operations/orders.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteDeliveryCompanies, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { DeliveryModal } from '#src/operations/deliveries/delivery-modal.tsx';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { type Order, orderColumns, orderStates } from './columns.tsx';
import { orderFile } from './file.ts';
import { OrderModal } from './order-modal.tsx';

/** Orders with their received quantity, those expected last first. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  const screen = useResourceScreen(orders, {
    ordering: '-to',
    filters: ['state', 'farm', 'company', 'ingredient', 'day_after', 'day_before'],
    ofFarm: true,
    of: ['deliveries'],
    nameOf: ({ ingredient_name, company_name }) => `${ingredient_name}, ${company_name}`,
  });
  const [receiving, setReceiving] = useState<Order | null>(null);
  const { state, query, mayImport, add } = screen;
  const farm = Number(state.filter('farm')) || undefined;
  const { data: feeds } = useLiteIngredients(farm);
  const { data: companies } = useLiteDeliveryCompanies(can('delivery_company', 'view'));
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconClipboardList}
        crumbs={[{ label: t('operations:deliveries.title'), to: path('stock/deliveries') }]}
        texts={{
          title: t('operations:orders.title'),
          detail: t('pages:orders.detail'),
          create: t('pages:orders.create'),
          edit: t('pages:orders.edit'),
          empty: t('pages:orders.empty'),
          empty_text: t('pages:orders.empty_text'),
        }}
        columns={orderColumns(t)}
        files={[orderFile(t, { query, farm, writes: mayImport })]}
        filters={
          <>
            <DayRange state={state} label={t('pages:orders.days')} after="day_after" before="day_before" />
            <ListFilter state={state} name="state" label={t('pages:orders.state')} options={orderStates(t)} />
            <ListFilter state={state} name="farm" label={t('pages:orders.farm')} options={useFarmOptions()} />
            <ListFilter state={state} name="company" label={t('pages:orders.company')} options={optionsOf(companies)} />
            <ListFilter state={state} name="ingredient" label={t('pages:orders.ingredient')} options={optionsOf(feeds)} />
          </>
        }
        form={({ row, onClose }) => <OrderModal order={row} onClose={onClose} />}
        actions={(row, { edit, history, remove }) => [
          add && { label: t('pages:orders.receive'), icon: IconTruckDelivery, onClick: () => setReceiving(row) },
          edit,
          history,
          remove,
        ]}
        history={{ list: 'orders', fields: useHistoryFields('orders') }}
      />
      {receiving && <DeliveryModal delivery={null} order={receiving} onClose={() => setReceiving(null)} />}
    </>
  );
}
