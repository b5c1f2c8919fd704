import { Anchor, Button, Group } from '@mantine/core';
import { IconEye, IconPlant2, IconPlaylistAdd } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ingredients } from '#contract/operations/ingredients.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { withParams } from '#src/core/layout/with-params.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import type { ListState } from '#src/core/resource/list-state.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteIngredientTypes, useLiteStocks } from '#src/domain/stock/choices.ts';
import { ingredientColumns, ingredientHistory } from './columns.tsx';
import { ingredientFile } from './file.ts';
import { IngredientDetail } from './ingredient-detail.tsx';
import { IngredientModal } from './ingredient-modal.tsx';
import { UsualModal } from './usual-modal.tsx';

/** The value of the address that means every farm. */
const ALL = 'all';

/** Leads to the screens that set up feeds. */
function Links() {
  const { t } = useTranslation(['nutrients', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  return (
    <Group gap="lg" mb="sm">
      {can('ration', 'view') && (
        <Anchor component={Link} to={path('stock/analyses')} size="sm">
          {t('nutrients:set_up')}
        </Anchor>
      )}
      <Anchor component={Link} to={path('stock/packs')} size="sm">
        {t('pages:packs.open')}
      </Anchor>
    </Group>
  );
}

/** `farm` is the selected one, or `ALL`. */
function Filters({ state, farm }: { state: ListState; farm: string }) {
  const { t } = useTranslation(['operations', 'pages']);
  const { data: stocks } = useLiteStocks();
  const { data: types } = useLiteIngredientTypes();
  const farms = useFarmOptions();
  return (
    <>
      {farms.length > 1 && (
        <ListFilter
          state={{ ...state, filter: () => farm }}
          name="farm"
          label={t('operations:ingredients.farm')}
          options={[{ value: ALL, label: t('pages:ingredients.all_farms') }, ...farms]}
        />
      )}
      <ListFilter state={state} name="stock" label={t('operations:ingredients.stock')} options={optionsOf(stocks)} />
      <ListFilter state={state} name="type" label={t('operations:ingredients.type')} options={optionsOf(types)} />
    </>
  );
}

/** Every feed in stock: quantity, days that it lasts, and cost. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages', 'nutrients']);
  const { can } = useAccess();
  const screen = useResourceScreen(ingredients, {
    ordering: 'run_out_on',
    filters: ['farm', 'stock', 'type'],
    ofFarm: true,
    query: { deleted: false },
    touches: [{ id: 'stocks' }],
  });
  const { state, query, mayImport } = screen;
  const [search, setSearch] = useSearchParams();
  const opened = Number(search.get('open')) || null;
  const farm = Number(state.filter('farm')) || undefined;
  const mayAddUsual = screen.may('add') && mayImport && can('ration', 'view');
  const showUsual = (shown: boolean) => setSearch(withParams({ usual: shown ? '1' : null }), { replace: true });
  const open = (id: number | null) => setSearch(withParams({ open: id === null ? null : String(id) }), { replace: true });
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
        buttons={
          mayAddUsual && (
            <Button variant="default" leftSection={<IconPlaylistAdd size={16} aria-hidden />} onClick={() => showUsual(true)}>
              {t('pages:usual_feeds.title')}
            </Button>
          )
        }
        above={<Links />}
        columns={ingredientColumns(t).map((column) => (column.key === 'value' ? { ...column, exported: 'only' } : column))}
        files={[ingredientFile(t, query, farm, mayImport)]}
        filters={<Filters state={state} farm={state.filter('farm') ?? ALL} />}
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
      {mayAddUsual && search.has('usual') && (
        <UsualModal
          onClose={() => showUsual(false)}
          onOwn={() => {
            showUsual(false);
            screen.add?.();
          }}
        />
      )}
      {opened && <IngredientDetail id={opened} onClose={() => open(null)} />}
    </>
  );
}
