import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ingredients } from '#contract/operations/ingredients.ts';
import type { RowOf } from '#contract/resource.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { HistoryField } from '#src/core/resource/difference.ts';
import { Rest, RunsOut } from '#src/domain/stock/rest.tsx';
import { Short } from '#src/domain/stock/short.tsx';

export type Ingredient = RowOf<typeof ingredients>;

/** The day until which the stock lasts by the plan; its hint shows how long it lasts at the recent rate of use. */
function RunOutDay({ row }: { row: Ingredient }) {
  const { t } = useTranslation(['operations', 'pages']);
  const days = useFormat().value('count', row.days_left);
  return <RunsOut day={row.run_out_on} farm={row.farm} hint={t('pages:ingredients.run_out_hint', { days })} />;
}

export const ingredientColumns = (t: TFunction): ListColumn<Ingredient>[] => [
  { key: 'name', label: t('operations:ingredients.name'), sort: 'name' },
  { key: 'type_name', label: t('operations:ingredients.type'), sort: 'type_name', secondary: true },
  {
    key: 'stock_name',
    label: t('operations:ingredients.stock'),
    sort: 'stock_name',
    render: (row) => <Short text={row.stock_name} wraps />,
  },
  {
    key: 'rest',
    label: t('operations:ingredients.rest'),
    kind: 'weight',
    sort: 'rest',
    render: (row) => (row.water ? null : <Rest kg={row.rest} />),
  },
  {
    key: 'days_left',
    label: t('operations:ingredients.days_left'),
    kind: 'count',
    exported: 'only',
  },
  {
    key: 'run_out_on',
    label: t('operations:ingredients.run_out_on'),
    kind: 'date',
    sort: 'run_out_on',
    render: (row) => <RunOutDay row={row} />,
  },
  { key: 'price', label: t('operations:ingredients.price'), kind: 'price', sort: 'price' },
  { key: 'average_price', label: t('operations:ingredients.average_price'), kind: 'price', sort: 'average_price' },
  {
    key: 'value',
    label: t('operations:ingredients.value'),
    kind: 'money',
    value: (row) => row.rest * row.average_price,
    secondary: true,
  },
  { key: 'dry_matter', label: t('operations:ingredients.dry_matter'), kind: 'percent', sort: 'dry_matter' },
  { key: 'humidity', label: t('operations:ingredients.humidity'), kind: 'percent', exported: 'only' },
  { key: 'item_number', label: t('operations:ingredients.item_number'), exported: 'only' },
  { key: 'tolerance', label: t('operations:ingredients.tolerance'), kind: 'weight', exported: 'only' },
  { key: 'tolerance_percent', label: t('operations:ingredients.tolerance_percent'), kind: 'percent', exported: 'only' },
  { key: 'farm_name', label: t('operations:ingredients.farm'), exported: 'only' },
];

export const ingredientHistory = (t: TFunction): HistoryField[] => [
  { key: 'name', label: t('operations:ingredients.name') },
  { key: 'type_name', label: t('operations:ingredients.type') },
  { key: 'stock_name', label: t('operations:ingredients.stock') },
  { key: 'farm_name', label: t('operations:ingredients.farm') },
  { key: 'item_number', label: t('operations:ingredients.item_number') },
  { key: 'price', label: t('operations:ingredients.price'), kind: 'price' },
  { key: 'dry_matter', label: t('operations:ingredients.dry_matter'), kind: 'percent' },
  { key: 'tolerance', label: t('operations:ingredients.tolerance'), kind: 'weight' },
  { key: 'tolerance_percent', label: t('operations:ingredients.tolerance_percent'), kind: 'percent' },
  { key: 'rest', label: t('operations:ingredients.rest'), kind: 'weight' },
  { key: 'water', label: t('pages:ingredients.water') },
  { key: 'note', label: t('operations:ingredients.note') },
];
