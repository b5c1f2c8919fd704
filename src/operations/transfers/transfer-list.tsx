import { IconArrowsExchange, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { transfers } from '#contract/operations/transfers.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { EmptyState } from '#src/core/ui/states.tsx';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { useTimezones } from '#src/domain/stock/timezone.ts';
import { type Transfer, transferColumns } from './columns.tsx';
import { transferFile } from './file.ts';

/** The transfers between a store and others of the company, newest first; a wrong one can be deleted here. */
export function TransferList({ stock }: { stock: number }) {
  const { t } = useTranslation(['pages', 'core']);
  const { can } = useAccess();
  const state = useListState({ ordering: '-at', filters: ['day_after', 'day_before'] });
  const query = { ...state.query, stock };
  const remove = useRemove(transfers, { touches: [{ id: 'stocks' }, { id: 'ingredients' }] });
  const nameTransfer = (row: Transfer) => `${row.ingredient_name}: ${row.stock_name} → ${row.to_name}`;
  return (
    <ResourceTable
      label={t('pages:transfers.title')}
      columns={transferColumns(t)}
      result={useList(transfers, query)}
      state={state}
      nameOf={nameTransfer}
      actions={
        can('stock', 'change')
          ? (row) => [
              { label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(row.id, nameTransfer(row)) },
            ]
          : undefined
      }
      files={[transferFile(t, { query, zoneOf: useTimezones(), writes: can('stock', 'change') })]}
      filters={<DayRange state={state} label={t('pages:harvests.days')} after="day_after" before="day_before" />}
      empty={<EmptyState icon={IconArrowsExchange} title={t('pages:transfers.empty')} text={t('pages:transfers.empty_text')} />}
    />
  );
}
