import { IconArrowsExchange, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { transfers } from '#contract/operations/transfers.ts';
import type { RowOf } from '#contract/resource.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { EmptyState } from '#src/core/ui/states.tsx';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { Moment } from '#src/domain/stock/moment.tsx';

type Transfer = RowOf<typeof transfers>;

const columns = (t: TFunction): ListColumn<Transfer>[] => [
  { key: 'at', label: t('pages:harvests.at'), kind: 'datetime', sort: 'at', render: ({ at, farm }) => <Moment at={at} farm={farm} /> },
  { key: 'ingredient_name', label: t('pages:harvests.ingredient'), sort: 'ingredient_name' },
  { key: 'stock_name', label: t('pages:transfers.stock'), sort: 'stock_name' },
  { key: 'to_name', label: t('pages:transfers.to'), sort: 'to_name' },
  { key: 'kg', label: t('pages:harvests.kg'), kind: 'weight', sort: 'kg' },
  { key: 'price', label: t('pages:harvests.price'), kind: 'price' },
  { key: 'value', label: t('pages:stocks.ledger.value'), kind: 'money', sort: 'value' },
  { key: 'note', label: t('pages:harvests.note'), secondary: true },
];

/** What went from a store to others of the company, and from them to it, newest first; a wrong one is taken back here. */
export function TransferList({ stock }: { stock: number }) {
  const { t } = useTranslation(['pages', 'core']);
  const { can } = useAccess();
  const state = useListState({ ordering: '-at', filters: ['day_after', 'day_before'] });
  const query = { ...state.query, stock };
  const remove = useRemove(transfers, { touches: [{ id: 'stocks' }, { id: 'ingredients' }] });
  const nameOf = (row: Transfer) => `${row.ingredient_name}: ${row.stock_name} → ${row.to_name}`;
  return (
    <ResourceTable
      label={t('pages:transfers.title')}
      columns={columns(t)}
      result={useList(transfers, query)}
      state={state}
      nameOf={nameOf}
      actions={
        can('stock', 'change')
          ? (row) => [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(row.id, nameOf(row)) }]
          : undefined
      }
      exported={{ resource: transfers, query }}
      filters={<DayRange state={state} label={t('pages:harvests.days')} after="day_after" before="day_before" />}
      empty={<EmptyState icon={IconArrowsExchange} title={t('pages:transfers.empty')} text={t('pages:transfers.empty_text')} />}
    />
  );
}
