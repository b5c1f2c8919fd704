import { IconArrowsExchange, IconClipboardCheck, IconPackage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { packsOfFeed, usePacks } from '#src/domain/stock/packs.ts';
import { useTimezones } from '#src/domain/stock/timezone.ts';
import { type Ingredient, ingredientColumns } from '#src/operations/ingredients/columns.tsx';
import { transferFile } from '#src/operations/transfers/file.ts';

interface StockContentsProps {
  stock: number;
  company: number;
  /** For users who may change the content; absent for others. */
  onCount: ((ingredient: Ingredient) => void) | undefined;
  onTransfer: ((ingredient: Ingredient) => void) | undefined;
}

const SHOWN = new Set(['name', 'type_name', 'rest', 'days_left', 'run_out_on', 'average_price', 'value']);

/** The content of one stock. */
export function StockContents({ stock, onCount, onTransfer }: StockContentsProps) {
  const { t } = useTranslation(['operations', 'pages', 'core']);
  const navigate = useNavigate();
  const path = useAppPath();
  const state = useListState({ ordering: 'name' });
  const query = { ...state.query, stock };
  const result = useList(ingredients, query);
  const zoneOf = useTimezones();
  const packs = usePacks();
  const today = todayIn('UTC');
  const format = useFormat();
  const describePacks = ({ id, rest }: Ingredient) => {
    const [pack] = packsOfFeed(packs, id, today);
    return pack ? `${format.value('ratio', rest / pack.kg)} ${pack.name}` : '';
  };
  const columns: ListColumn<Ingredient>[] = ingredientColumns(t)
    .filter(({ key }) => SHOWN.has(key))
    .flatMap((column) =>
      column.key === 'rest' && packs.length > 0
        ? [column, { key: 'packs', label: t('pages:packs.packs'), value: describePacks }]
        : [column],
    );
  const open = (row: Ingredient) => navigate(path(`stock/ingredients?open=${row.id}`));
  return (
    <ResourceTable
      label={t('operations:stocks.contents')}
      columns={columns}
      result={result}
      state={state}
      nameOf={(row) => row.name}
      onOpen={open}
      actions={(row) => [
        ...(onCount ? [{ label: t('pages:stocks.count.title'), icon: IconClipboardCheck, onClick: () => onCount(row) }] : []),
        ...(onTransfer ? [{ label: t('pages:transfers.action'), icon: IconArrowsExchange, onClick: () => onTransfer(row) }] : []),
      ]}
      files={[
        { title: t('operations:stocks.contents'), columns: () => columns, source: { resource: ingredients, query } },
        // The first transfers start here, because a store without any has no list of them.
        ...(onTransfer ? [transferFile(t, { query: { stock, ordering: '-at' }, zoneOf, writes: true })] : []),
      ]}
      empty={<EmptyState icon={IconPackage} title={t('operations:stocks.nothing_in')} text={t('operations:stocks.nothing_in_text')} />}
    />
  );
}
