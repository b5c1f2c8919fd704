import { IconEye, IconPlant2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ingredients } from '#contract/operations/ingredients.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteIngredientTypes, useLiteStocks } from '#src/domain/stock/choices.ts';
import { ingredientColumns, ingredientHistory } from './columns.tsx';
import { ingredientFile } from './file.ts';
import { IngredientDetail } from './ingredient-detail.tsx';
import { IngredientModal } from './ingredient-modal.tsx';

/** Every feed in stock: how much, how long it lasts, what it costs. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const screen = useResourceScreen(ingredients, {
    filters: ['farm', 'stock', 'type'],
    query: { deleted: false },
    touches: [{ id: 'stocks' }],
  });
  const { state, query, mayImport } = screen;
  const [search, setSearch] = useSearchParams();
  const opened = Number(search.get('open')) || null;
  const { data: stocks } = useLiteStocks();
  const { data: types } = useLiteIngredientTypes();
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
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconPlant2}
        texts={{
          title: t('operations:ingredients.title'),
          create: t('operations:ingredients.create'),
          edit: t('operations:ingredients.edit'),
          empty: t('operations:ingredients.empty'),
          empty_text: t('operations:ingredients.empty_text'),
        }}
        columns={ingredientColumns(t).map((column) => (column.key === 'value' ? { ...column, exported: 'only' } : column))}
        files={[ingredientFile(t, query, farm, mayImport)]}
        filters={
          <>
            <ListFilter state={state} name="farm" label={t('operations:ingredients.farm')} options={useFarmOptions()} />
            <ListFilter state={state} name="stock" label={t('operations:ingredients.stock')} options={optionsOf(stocks)} />
            <ListFilter state={state} name="type" label={t('operations:ingredients.type')} options={optionsOf(types)} />
          </>
        }
        onOpen={({ id }) => open(id)}
        actions={({ id }, { edit, history, remove }) => [
          { label: t('operations:ingredients.details'), icon: IconEye, onClick: () => open(id) },
          edit,
          history,
          remove,
        ]}
        form={({ row, onClose }) => <IngredientModal ingredient={row} onClose={onClose} />}
        history={{ list: 'ingredients', fields: ingredientHistory(t) }}
      />
      {opened && <IngredientDetail id={opened} onClose={() => open(null)} />}
    </>
  );
}
