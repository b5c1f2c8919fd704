import { IconArrowsExchange } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Formatter } from '#common/format/formatter.ts';
import { LedgerKind, type StockLedgerRow } from '#contract/operations/stocks.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { optionsOf, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { Moment } from '#src/domain/stock/moment.tsx';
import { Rest } from '#src/domain/stock/rest.tsx';

type Move = z.infer<typeof StockLedgerRow>;

const columns = (t: TFunction, format: Formatter): ListColumn<Move>[] => [
  { key: 'at', label: t('pages:stocks.ledger.at'), kind: 'datetime', render: (move) => <Moment at={move.at} farm={move.farm} /> },
  {
    key: 'kind',
    label: t('pages:stocks.ledger.kind'),
    value: (move) => t(`pages:stocks.ledger.kinds.${move.kind}`),
  },
  { key: 'ingredient_name', label: t('pages:stocks.ledger.ingredient') },
  {
    key: 'kg',
    label: t('pages:stocks.ledger.kg'),
    kind: 'weight',
    render: (move) => format.signed('weight', move.kg),
  },
  { key: 'price', label: t('pages:stocks.ledger.price'), kind: 'price' },
  { key: 'value', label: t('pages:stocks.ledger.value'), kind: 'money', render: (move) => format.signed('money', move.value) },
  { key: 'balance', label: t('pages:stocks.ledger.balance'), kind: 'weight', render: (move) => <Rest kg={move.balance} /> },
  { key: 'user_name', label: t('pages:stocks.ledger.user'), secondary: true },
  { key: 'note', label: t('pages:stocks.ledger.note'), secondary: true },
];

/** Every move of a stock, newest first, with the ingredient's stock after it. */
export function Ledger({ stock }: { stock: number }) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const state = useListState({ ordering: '', filters: ['ingredient', 'kind', 'day_after', 'day_before'] });
  const { ordering: _, search: __, ...query } = state.query;
  // Under the stocks' id, because every move changes them.
  const moves = { id: 'stocks', path: `manager/stocks/${stock}/ledger` } as const;
  const result = useList<typeof moves, Move>(moves, query);
  const { data: ingredients } = useLiteIngredients();
  return (
    <ResourceTable
      label={t('pages:stocks.ledger.title')}
      columns={columns(t, format)}
      result={result}
      state={state}
      nameOf={(move) => move.ingredient_name}
      searchable={false}
      exported={{ resource: moves, query }}
      filters={
        <>
          <DayRange state={state} label={t('pages:stocks.ledger.days')} after="day_after" before="day_before" />
          <ListFilter
            state={state}
            name="ingredient"
            label={t('pages:stocks.ledger.ingredient')}
            options={optionsOf(ingredients?.filter((one) => one.stock === stock))}
          />
          <ListFilter
            state={state}
            name="kind"
            label={t('pages:stocks.ledger.kind')}
            options={LedgerKind.options.map((kind) => ({ value: kind, label: t(`pages:stocks.ledger.kinds.${kind}`) }))}
          />
        </>
      }
      empty={<EmptyState icon={IconArrowsExchange} title={t('pages:stocks.ledger.empty')} text={t('pages:stocks.ledger.empty_text')} />}
    />
  );
}
