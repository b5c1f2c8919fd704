import { Anchor, Button, Group } from '@mantine/core';
import { IconFileText, IconTrash, IconTruckDelivery } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DeliveryType, deliveries } from '#contract/operations/deliveries.ts';
import { deliveryDocuments } from '#contract/operations/delivery-documents.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteDeliveryCompanies } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { useTimezones } from '#src/domain/stock/timezone.ts';
import { DocumentModal } from '#src/operations/delivery-documents/document-modal.tsx';
import { deliveryColumns } from './columns.tsx';
import { DeliveryModal } from './delivery-modal.tsx';
import { deliveryFile } from './file.ts';

/** Links to the other ways in which feed comes. */
function Links() {
  const { t } = useTranslation('pages');
  const path = useAppPath();
  return (
    <Group gap="lg" mb="sm">
      {(['orders', 'harvests', 'openings'] as const).map((list) => (
        <Anchor key={list} component={Link} to={path(`stock/${list}`)} size="sm">
          {t(`pages:${list}.open`)}
        </Anchor>
      ))}
    </Group>
  );
}

/** Deliveries and sales, newest first. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const screen = useResourceScreen(deliveries, {
    ordering: '-delivered_at',
    filters: ['farm', 'delivery_type', 'company', 'delivered_after', 'delivered_before'],
    ofFarm: true,
    touches: [{ id: 'orders' }, { id: 'ingredients' }, { id: 'stocks' }],
    nameOf: ({ ingredient_name }) => ingredient_name,
  });
  const [adding, setAdding] = useState(false);
  const removeDocument = useRemove(deliveryDocuments, {
    touches: [{ id: 'deliveries' }, { id: 'orders' }, { id: 'ingredients' }, { id: 'stocks' }],
  });
  const { state, query, mayImport } = screen;
  const zoneOf = useTimezones();
  const { data: companies } = useLiteDeliveryCompanies(can('delivery_company', 'view'));
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconTruckDelivery}
        texts={{
          title: t('operations:deliveries.title'),
          create: t('operations:deliveries.create'),
          details: t('pages:deliveries.details'),
          edit: t('pages:deliveries.edit'),
          empty: t('pages:deliveries.empty'),
          empty_text: t('pages:deliveries.empty_text'),
        }}
        above={<Links />}
        columns={deliveryColumns(t)}
        files={[deliveryFile(t, { query, farm: Number(state.filter('farm')) || undefined, zoneOf, writes: mayImport })]}
        filters={
          <>
            <DayRange state={state} label={t('pages:deliveries.days')} after="delivered_after" before="delivered_before" />
            <ListFilter
              state={state}
              name="delivery_type"
              label={t('operations:deliveries.type')}
              options={DeliveryType.options.map((type) => ({ value: type, label: t(`operations:deliveries.types.${type}`) }))}
            />
            <ListFilter state={state} name="farm" label={t('operations:deliveries.farm')} options={useFarmOptions()} />
            <ListFilter state={state} name="company" label={t('operations:deliveries.company')} options={optionsOf(companies)} />
          </>
        }
        details="form"
        buttons={
          screen.add && (
            <Button variant="default" leftSection={<IconFileText size={18} stroke={1.6} aria-hidden />} onClick={() => setAdding(true)}>
              {t('pages:delivery_documents.by_document')}
            </Button>
          )
        }
        actions={(row, { details, edit, remove }) => [
          details,
          edit,
          remove,
          row.document !== null &&
            screen.may('delete') && {
              label: t('pages:delivery_documents.remove'),
              icon: IconTrash,
              danger: true,
              onClick: () => void removeDocument(row.document ?? 0, row.document_number || t('pages:delivery_documents.title')),
            },
        ]}
        form={({ row, readOnly, onClose }) =>
          row?.document ? (
            <DocumentModal id={row.document} readOnly={readOnly} onClose={onClose} />
          ) : (
            <DeliveryModal delivery={row} readOnly={readOnly} onClose={onClose} />
          )
        }
      />
      {adding && <DocumentModal onClose={() => setAdding(false)} />}
    </>
  );
}
