import { Button, Paper, Skeleton, Tabs } from '@mantine/core';
import { IconClipboardCheck, IconHistory, IconPencil } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { stocks } from '#contract/operations/stocks.ts';
import { transfers } from '#contract/operations/transfers.ts';
import type { RowOf } from '#contract/resource.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useList, useRow } from '#src/core/resource/queries.ts';
import { RowActions } from '#src/core/resource/row-actions.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import type { Ingredient } from '#src/operations/ingredients/columns.tsx';
import { stockHistory } from './columns.tsx';
import { CountModal } from './count-modal.tsx';
import { FillPanel } from './fill-panel.tsx';
import { Ledger } from './ledger.tsx';
import { StockContents } from './stock-contents.tsx';
import { StockModal } from './stock-modal.tsx';

const TABS = ['contents', 'ledger', 'transfers', 'sheet'] as const;
const TransferList = lazyPart(async () => (await import('#src/operations/transfers/transfer-list.tsx')).TransferList);
const TransferModal = lazyPart(async () => (await import('#src/operations/transfers/transfer-modal.tsx')).TransferModal);
const CountSheet = lazyPart(async () => (await import('./sheet/count-sheet.tsx')).CountSheet);

type StockRow = RowOf<typeof stocks>;

/** One stock: fill level, content, every move, and its count sheet. */
export function Page() {
  const { can } = useAccess();
  const params = useParams();
  const company = Number(params.company_id);
  const id = Number(params.stock_id);
  const { data: stock, error, refetch } = useRow(stocks, id);
  const [search, setSearch] = useSearchParams();
  const mayCount = can('stock', 'change') && can('ingredient', 'view');
  const tab = TABS.find((name) => name === search.get('tab') && (name !== 'sheet' || mayCount)) ?? 'contents';
  const turnTo = (next: string | null) => setSearch(next === null || next === 'contents' ? {} : { tab: next }, { replace: true });

  if (error && !stock) return <FailedState error={error} onRetry={refetch} />;
  return (
    <>
      <StockHeader stock={stock} company={company} onCount={mayCount && tab !== 'sheet' ? () => turnTo('sheet') : undefined} />
      {stock ? (
        <FillPanel stock={stock} />
      ) : (
        <Paper withBorder mb="lg" p="md">
          <Skeleton height={56} data-skeleton />
        </Paper>
      )}
      <StockTabs id={id} tab={tab} mayCount={mayCount} onChange={turnTo} />
      <TabContent id={id} stock={stock} company={company} tab={tab} mayCount={mayCount} />
    </>
  );
}

interface StockHeaderProps {
  stock: StockRow | undefined;
  company: number;
  /** Undefined if the stock can't be counted here. */
  onCount: (() => void) | undefined;
}

function StockHeader({ stock, company, onCount }: StockHeaderProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  const format = useFormat();
  const [shown, setShown] = useState<'form' | 'history' | null>(null);
  const close = () => setShown(null);
  const actions = [
    ...(can('stock', 'change') ? [{ label: t('operations:stocks.edit'), icon: IconPencil, onClick: () => setShown('form') }] : []),
    ...(can('history', 'view') ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setShown('history') }] : []),
  ];
  const detail = (one: StockRow) =>
    `${t(`operations:stocks.types.${one.type}`)} · ${format.value('text', one.farm_name ?? t('operations:stocks.all_farms'))}`;
  return (
    <>
      <PageHeader
        title={stock?.name ?? '\u00a0'}
        crumbs={[
          { label: stock?.company_name ?? t('operations:companies.title'), to: path(`companies/${company}/farms`) },
          { label: t('operations:stocks.title'), to: path(`companies/${company}/stocks`) },
        ]}
        detail={stock && detail(stock)}
        actions={
          stock && (
            <>
              {onCount && (
                <Button leftSection={<IconClipboardCheck size={18} aria-hidden />} onClick={onCount}>
                  {t('pages:stocks.count.title')}
                </Button>
              )}
              <RowActions actions={actions} name={stock.name} />
            </>
          )
        }
      />
      {stock && shown === 'form' && <StockModal company={company} stock={stock} onClose={close} />}
      {stock && shown === 'history' && (
        <RowHistory list="stocks" id={stock.id} name={stock.name} fields={stockHistory(t)} onClose={close} />
      )}
    </>
  );
}

interface StockTabsProps {
  id: number;
  tab: (typeof TABS)[number];
  mayCount: boolean;
  onChange: (tab: string | null) => void;
}

/** A store without transfers has no tab for them. */
function StockTabs({ id, tab, mayCount, onChange }: StockTabsProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const { can } = useAccess();
  const moved = useList(transfers, { stock: id, page_size: 1 }, { enabled: can('ingredient', 'view') });
  return (
    <Tabs value={tab} onChange={onChange}>
      <Tabs.List mb="md">
        <Tabs.Tab value="contents">{t('operations:stocks.contents')}</Tabs.Tab>
        <Tabs.Tab value="ledger">{t('pages:stocks.ledger.title')}</Tabs.Tab>
        {(tab === 'transfers' || (moved.data?.count ?? 0) > 0) && <Tabs.Tab value="transfers">{t('pages:transfers.title')}</Tabs.Tab>}
        {mayCount && <Tabs.Tab value="sheet">{t('pages:stocks.sheet.title')}</Tabs.Tab>}
      </Tabs.List>
    </Tabs>
  );
}

interface TabContentProps extends Omit<StockTabsProps, 'onChange'> {
  stock: StockRow | undefined;
  company: number;
}

function TabContent({ id, stock, company, tab, mayCount }: TabContentProps) {
  const { t } = useTranslation('core');
  const { can } = useAccess();
  const skeleton = <Skeleton height={420} radius="sm" data-skeleton aria-label={t('core:loading')} />;
  if (!can('ingredient', 'view')) return <NoIngredientRights />;
  switch (tab) {
    case 'contents':
      return <Contents id={id} stock={stock} company={company} mayCount={mayCount} />;
    case 'ledger':
      return <Ledger stock={id} />;
    case 'transfers':
      return (
        <Suspense fallback={skeleton}>
          <TransferList stock={id} />
        </Suspense>
      );
    case 'sheet':
      return (
        stock && (
          <Suspense fallback={skeleton}>
            <CountSheet key={id} stock={stock} />
          </Suspense>
        )
      );
  }
}

/** The stock's feeds, which can be counted and transferred. */
function Contents({ id, stock, company, mayCount }: Omit<TabContentProps, 'tab'>) {
  const [counted, setCounted] = useState<Ingredient | null>(null);
  const [moving, setMoving] = useState<Ingredient | null>(null);
  return (
    <>
      <StockContents
        stock={id}
        company={company}
        onCount={mayCount ? setCounted : undefined}
        onTransfer={mayCount ? setMoving : undefined}
      />
      {stock && counted && <CountModal stock={stock} ingredient={counted} onClose={() => setCounted(null)} />}
      {stock && moving && (
        <Suspense>
          <TransferModal ingredient={moving} company={company} onClose={() => setMoving(null)} />
        </Suspense>
      )}
    </>
  );
}
