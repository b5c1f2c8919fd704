import { IconArrowRight, IconBuildingWarehouse, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { companies } from '#contract/operations/companies.ts';
import { stocks } from '#contract/operations/stocks.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove, useRow } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { useFarmOptions, useStockTypeOptions } from '#src/domain/stock/choices.ts';
import { type Stock, stockColumns, stockHistory } from './columns.tsx';
import { StockModal } from './stock-modal.tsx';

type Shown = { what: 'form'; stock: Stock | null } | { what: 'history'; stock: Stock };

/** The stocks of a company; opening one shows what lies in it. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const path = useAppPath();
  const navigate = useNavigate();
  const company = Number(useParams().company_id);
  const { data: owner } = useRow(companies, company);
  const state = useListState({ ordering: 'name', filters: ['farm', 'type'] });
  const query = { ...state.query, company };
  const result = useList(stocks, query);
  const remove = useRemove(stocks, { touches: [{ id: 'companies' }] });
  const [shown, setShown] = useState<Shown | null>(null);
  const farms = useFarmOptions(company);
  const types = useStockTypeOptions();
  const add = can('stock', 'add')
    ? { label: t('operations:stocks.create'), onClick: () => setShown({ what: 'form', stock: null }) }
    : undefined;
  const open = (stock: Stock) => navigate(path(`companies/${company}/stocks/${stock.id}`));

  const actions = (stock: Stock) => [
    { label: t('operations:stocks.open'), icon: IconArrowRight, onClick: () => open(stock) },
    ...(can('stock', 'change')
      ? [{ label: t('operations:stocks.edit'), icon: IconPencil, onClick: () => setShown({ what: 'form', stock }) }]
      : []),
    ...(can('history', 'view')
      ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setShown({ what: 'history', stock }) }]
      : []),
    ...(can('stock', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(stock.id, stock.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader
        title={t('operations:stocks.title')}
        crumbs={[
          { label: t('operations:companies.title'), to: path('companies') },
          ...(owner ? [{ label: owner.name, to: path(`companies/${company}/farms`) }] : []),
        ]}
        add={add}
      />
      <ResourceTable
        label={t('operations:stocks.title')}
        columns={stockColumns(t)}
        result={result}
        state={state}
        nameOf={(stock) => stock.name}
        onOpen={open}
        actions={actions}
        exported={{ resource: stocks, query }}
        filters={
          <>
            <ListFilter state={state} name="farm" label={t('operations:stocks.farm')} options={farms} />
            <ListFilter state={state} name="type" label={t('operations:stocks.type')} options={types} />
          </>
        }
        empty={
          <EmptyState
            icon={IconBuildingWarehouse}
            title={t('operations:stocks.empty')}
            text={t('operations:stocks.empty_text')}
            action={add}
          />
        }
      />
      {shown?.what === 'form' && <StockModal company={company} stock={shown.stock} onClose={() => setShown(null)} />}
      {shown?.what === 'history' && (
        <RowHistory list="stocks" id={shown.stock.id} name={shown.stock.name} fields={stockHistory(t)} onClose={() => setShown(null)} />
      )}
    </>
  );
}
