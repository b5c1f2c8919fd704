import { Button, Paper, Skeleton, Tabs } from '@mantine/core';
import { IconClipboardCheck, IconHistory, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { stocks } from '#contract/operations/stocks.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useRow } from '#src/core/resource/queries.ts';
import { RowActions } from '#src/core/resource/row-actions.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { stockHistory } from './columns.tsx';
import { CountModal } from './count-modal.tsx';
import { FillPanel } from './fill-panel.tsx';
import { Ledger } from './ledger.tsx';
import { StockContents } from './stock-contents.tsx';
import { StockModal } from './stock-modal.tsx';

/** One stock: how full it is, what lies in it, and every move. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const path = useAppPath();
  const format = useFormat();
  const params = useParams();
  const company = Number(params.company_id);
  const id = Number(params.stock_id);
  const { data: stock, error, refetch } = useRow(stocks, id);
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useState<'form' | 'history' | 'count' | null>(null);
  const [counted, setCounted] = useState<number | null>(null);
  const tab = search.get('tab') === 'ledger' ? 'ledger' : 'contents';
  const seesIngredients = can('ingredient', 'view');
  const mayCount = can('stock', 'change') && seesIngredients;
  const count = (ingredient: number | null) => {
    setCounted(ingredient);
    setShown('count');
  };

  if (error && !stock) return <FailedState error={error} onRetry={refetch} />;
  const actions = [
    ...(can('stock', 'change') ? [{ label: t('operations:stocks.edit'), icon: IconPencil, onClick: () => setShown('form') }] : []),
    ...(can('history', 'view') ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setShown('history') }] : []),
  ];
  return (
    <>
      <PageHeader
        title={stock?.name ?? '\u00a0'}
        crumbs={[
          { label: stock?.company_name ?? t('operations:companies.title'), to: path(`companies/${company}/farms`) },
          { label: t('operations:stocks.title'), to: path(`companies/${company}/stocks`) },
        ]}
        detail={
          stock &&
          `${t(`operations:stocks.types.${stock.type}`)} · ${format.value('text', stock.farm_name ?? t('operations:stocks.all_farms'))}`
        }
        actions={
          stock && (
            <>
              {mayCount && (
                <Button leftSection={<IconClipboardCheck size={18} aria-hidden />} onClick={() => count(null)}>
                  {t('operations:stocks.count.title')}
                </Button>
              )}
              <RowActions actions={actions} name={stock.name} />
            </>
          )
        }
      />
      {stock ? (
        <FillPanel stock={stock} />
      ) : (
        <Paper withBorder mb="lg" p="md">
          <Skeleton height={56} data-skeleton />
        </Paper>
      )}
      <Tabs value={tab} onChange={(next) => setSearch(next === 'ledger' ? { tab: 'ledger' } : {}, { replace: true })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="contents">{t('operations:stocks.contents')}</Tabs.Tab>
          <Tabs.Tab value="ledger">{t('operations:stocks.ledger.title')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {!seesIngredients && <NoIngredientRights />}
      {seesIngredients && tab === 'contents' && <StockContents stock={id} company={company} onCount={mayCount ? count : undefined} />}
      {seesIngredients && tab === 'ledger' && <Ledger stock={id} />}
      {stock && shown === 'form' && <StockModal company={company} stock={stock} onClose={() => setShown(null)} />}
      {stock && shown === 'count' && <CountModal stock={stock} ingredient={counted} onClose={() => setShown(null)} />}
      {stock && shown === 'history' && (
        <RowHistory list="stocks" id={id} name={stock.name} fields={stockHistory(t)} onClose={() => setShown(null)} />
      )}
    </>
  );
}
