import { IconClipboardList, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offers } from '#contract/operations/offers.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteDeliveryCompanies, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { OrderModal } from '#src/operations/orders/order-modal.tsx';
import { type Offer, offerColumns } from './columns.ts';
import { offerFile } from './file.ts';
import { OfferModal } from './offer-modal.tsx';

/** Suppliers' offers. An offer opens an order that is filled in. */
export function Page() {
  const { t } = useTranslation(['nutrients', 'operations', 'pages', 'core']);
  const { can } = useAccess();
  const screen = useResourceScreen(offers, {
    ordering: '-from',
    filters: ['farm', 'company', 'ingredient'],
    ofFarm: true,
    nameOf: ({ ingredient_name, company_name }) => `${ingredient_name}, ${company_name}`,
  });
  const [ordering, setOrdering] = useState<Offer | null>(null);
  const { state, query, mayImport } = screen;
  const farm = Number(state.filter('farm')) || undefined;
  const { data: feeds } = useLiteIngredients(farm);
  const { data: companies } = useLiteDeliveryCompanies(can('delivery_company', 'view'));
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconTag}
        texts={{
          title: t('operations:offers.title'),
          detail: t('nutrients:offers.detail'),
          create: t('nutrients:offers.create'),
          empty: t('nutrients:offers.empty'),
          empty_text: t('nutrients:offers.empty_text'),
        }}
        columns={offerColumns(t)}
        files={[offerFile(t, { query, farm, writes: mayImport })]}
        filters={
          <>
            <ListFilter state={state} name="farm" label={t('nutrients:offers.farm')} options={useFarmOptions()} />
            <ListFilter state={state} name="company" label={t('nutrients:offers.company')} options={optionsOf(companies)} />
            <ListFilter state={state} name="ingredient" label={t('nutrients:offers.ingredient')} options={optionsOf(feeds)} />
          </>
        }
        form={({ row, onClose }) => <OfferModal offer={row} onClose={onClose} />}
        actions={(row, { edit, remove }) => [
          can('delivery', 'add') && { label: t('nutrients:offers.order'), icon: IconClipboardList, onClick: () => setOrdering(row) },
          edit,
          remove,
        ]}
      />
      {ordering && <OrderModal order={null} offer={ordering} onClose={() => setOrdering(null)} />}
    </>
  );
}
