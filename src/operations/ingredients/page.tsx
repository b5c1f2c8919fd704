import { IconEye, IconHistory, IconPencil, IconPlant2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ingredients } from '#contract/operations/ingredients.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { optionsOf, useFarmOptions, useLiteIngredientTypes, useLiteStocks } from '#src/domain/stock/choices.ts';
import { StockTabs } from '#src/domain/stock/stock-tabs.tsx';
import { type Ingredient, ingredientColumns, ingredientHistory } from './columns.tsx';
import { ingredientFile } from './file.ts';
import { IngredientDetail } from './ingredient-detail.tsx';
import { IngredientModal } from './ingredient-modal.tsx';

type Shown = { what: 'form'; ingredient: Ingredient | null } | { what: 'history'; ingredient: Ingredient };

/** Every feed in stock: how much, how long it lasts, what it costs. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const state = useListState({ ordering: 'name', filters: ['farm', 'stock', 'type'] });
  const query = { ...state.query, deleted: false };
  const result = useList(ingredients, query);
  const remove = useRemove(ingredients, { touches: [{ id: 'stocks' }] });
  const [shown, setShown] = useState<Shown | null>(null);
  const [search, setSearch] = useSearchParams();
  const opened = Number(search.get('open')) || null;
  const { data: stocks } = useLiteStocks();
  const { data: types } = useLiteIngredientTypes();
  const farms = useFarmOptions();
  const farm = Number(state.filter('farm')) || undefined;
  const open = (id: number | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('open');
        else next.set('open', String(id));
        return next;
      },
      { replace: true },
    );
  const add = can('ingredient', 'add')
    ? { label: t('operations:ingredients.create'), onClick: () => setShown({ what: 'form', ingredient: null }) }
    : undefined;

  const actions = (ingredient: Ingredient) => [
    { label: t('operations:ingredients.details'), icon: IconEye, onClick: () => open(ingredient.id) },
    ...(can('ingredient', 'change')
      ? [{ label: t('operations:ingredients.edit'), icon: IconPencil, onClick: () => setShown({ what: 'form', ingredient }) }]
      : []),
    ...(can('history', 'view')
      ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setShown({ what: 'history', ingredient }) }]
      : []),
    ...(can('ingredient', 'delete')
      ? [
          {
            label: t('core:actions.delete'),
            icon: IconTrash,
            danger: true,
            onClick: () => void remove(ingredient.id, ingredient.name),
          },
        ]
      : []),
  ];

  return (
    <>
      <PageHeader title={t('operations:ingredients.title')} add={add} />
      <StockTabs />
      <ResourceTable
        label={t('operations:ingredients.title')}
        columns={ingredientColumns(t).map((column) => (column.key === 'value' ? { ...column, exported: 'only' } : column))}
        result={result}
        state={state}
        nameOf={(ingredient) => ingredient.name}
        onOpen={(ingredient) => open(ingredient.id)}
        actions={actions}
        files={[ingredientFile(t, query, farm, can('ingredient', 'add') && can('ingredient', 'change'))]}
        filters={
          <>
            <ListFilter state={state} name="farm" label={t('operations:ingredients.farm')} options={farms} />
            <ListFilter state={state} name="stock" label={t('operations:ingredients.stock')} options={optionsOf(stocks)} />
            <ListFilter state={state} name="type" label={t('operations:ingredients.type')} options={optionsOf(types)} />
          </>
        }
        empty={
          <EmptyState
            icon={IconPlant2}
            title={t('operations:ingredients.empty')}
            text={t('operations:ingredients.empty_text')}
            action={add}
          />
        }
      />
      {opened && <IngredientDetail id={opened} onClose={() => open(null)} />}
      {shown?.what === 'form' && <IngredientModal ingredient={shown.ingredient} onClose={() => setShown(null)} />}
      {shown?.what === 'history' && (
        <RowHistory
          list="ingredients"
          id={shown.ingredient.id}
          name={shown.ingredient.name}
          fields={ingredientHistory(t)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
