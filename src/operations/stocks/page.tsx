import { IconArrowRight, IconBuildingWarehouse } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { companies } from '#contract/operations/companies.ts';
import { stocks } from '#contract/operations/stocks.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useRow } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useFarmOptions, useStockTypeOptions } from '#src/domain/stock/choices.ts';
import { type Stock, stockColumns, stockHistory } from './columns.tsx';
import { StockModal } from './stock-modal.tsx';

/** The stocks of a company. Opening one shows its content. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const path = useAppPath();
  const navigate = useNavigate();
  const company = Number(useParams().company_id);
  const { data: owner } = useRow(companies, company);
  const screen = useResourceScreen(stocks, { filters: ['farm', 'type'], query: { company }, touches: [{ id: 'companies' }] });
  const open = (stock: Stock) => navigate(path(`companies/${company}/stocks/${stock.id}`));
  return (
    <ResourceScreen
      screen={screen}
      icon={IconBuildingWarehouse}
      crumbs={[
        { label: t('operations:companies.title'), to: path('companies') },
        ...(owner ? [{ label: owner.name, to: path(`companies/${company}/farms`) }] : []),
      ]}
      texts={{
        title: t('operations:stocks.title'),
        create: t('operations:stocks.create'),
        edit: t('operations:stocks.edit'),
        empty: t('operations:stocks.empty'),
        empty_text: t('operations:stocks.empty_text'),
      }}
      columns={stockColumns(t)}
      filters={
        <>
          <ListFilter state={screen.state} name="farm" label={t('operations:stocks.farm')} options={useFarmOptions(company)} />
          <ListFilter state={screen.state} name="type" label={t('operations:stocks.type')} options={useStockTypeOptions()} />
        </>
      }
      onOpen={open}
      actions={(stock, { edit, history, remove }) => [
        { label: t('operations:stocks.open'), icon: IconArrowRight, onClick: () => open(stock) },
        edit,
        history,
        remove,
      ]}
      form={({ row, onClose }) => <StockModal company={company} stock={row} onClose={onClose} />}
      history={{ list: 'stocks', fields: stockHistory(t) }}
    />
  );
}
