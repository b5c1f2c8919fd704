import { IconEye, IconPencil, IconTrash, IconTruckDelivery } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryType, deliveries } from '#contract/operations/deliveries.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { optionsOf, useFarmOptions, useLiteDeliveryCompanies } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { StockTabs } from '#src/domain/stock/stock-tabs.tsx';
import { useTimezones } from '#src/domain/stock/timezone.ts';
import { type Delivery, deliveryColumns } from './columns.tsx';
import { DeliveryModal } from './delivery-modal.tsx';
import { deliveryFile } from './file.ts';

/** What came and what was sold, newest first. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const state = useListState({
    ordering: '-delivered_at',
    filters: ['farm', 'delivery_type', 'company', 'delivered_after', 'delivered_before'],
  });
  const result = useList(deliveries, state.query);
  const remove = useRemove(deliveries, { touches: [{ id: 'ingredients' }, { id: 'stocks' }] });
  const [shown, setShown] = useState<{ delivery: Delivery | null; readOnly: boolean } | null>(null);
  const farms = useFarmOptions();
  const zoneOf = useTimezones();
  const { data: companies } = useLiteDeliveryCompanies(can('delivery_company', 'view'));
  const add = can('delivery', 'add')
    ? { label: t('operations:deliveries.create'), onClick: () => setShown({ delivery: null, readOnly: false }) }
    : undefined;

  const actions = (delivery: Delivery) => [
    { label: t('operations:deliveries.details'), icon: IconEye, onClick: () => setShown({ delivery, readOnly: true }) },
    ...(can('delivery', 'change')
      ? [{ label: t('operations:deliveries.edit'), icon: IconPencil, onClick: () => setShown({ delivery, readOnly: false }) }]
      : []),
    ...(can('delivery', 'delete')
      ? [
          {
            label: t('core:actions.delete'),
            icon: IconTrash,
            danger: true,
            onClick: () => void remove(delivery.id, delivery.ingredient_name),
          },
        ]
      : []),
  ];

  return (
    <>
      <PageHeader title={t('operations:deliveries.title')} add={add} />
      <StockTabs />
      <ResourceTable
        label={t('operations:deliveries.title')}
        columns={deliveryColumns(t)}
        result={result}
        state={state}
        nameOf={(delivery) => delivery.ingredient_name}
        onOpen={(delivery) => setShown({ delivery, readOnly: true })}
        actions={actions}
        files={[
          deliveryFile(t, {
            query: state.query,
            farm: Number(state.filter('farm')) || undefined,
            zoneOf,
            writes: can('delivery', 'add') && can('delivery', 'change'),
          }),
        ]}
        filters={
          <>
            <DayRange state={state} label={t('operations:deliveries.days')} after="delivered_after" before="delivered_before" />
            <ListFilter
              state={state}
              name="delivery_type"
              label={t('operations:deliveries.type')}
              options={DeliveryType.options.map((type) => ({ value: type, label: t(`operations:deliveries.types.${type}`) }))}
            />
            <ListFilter state={state} name="farm" label={t('operations:deliveries.farm')} options={farms} />
            <ListFilter state={state} name="company" label={t('operations:deliveries.company')} options={optionsOf(companies)} />
          </>
        }
        empty={
          <EmptyState
            icon={IconTruckDelivery}
            title={t('operations:deliveries.empty')}
            text={t('operations:deliveries.empty_text')}
            action={add}
          />
        }
      />
      {shown && <DeliveryModal {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
