import { IconBlender, IconCopy, IconEye, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recipes } from '#contract/operations/recipes.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { ComputerOnly, useOnPhone } from '#src/core/ui/on-phone.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { useFarmOptions } from '#src/domain/stock/choices.ts';
import { StockTabs } from '#src/domain/stock/stock-tabs.tsx';
import { type Recipe, recipeColumns } from './columns.ts';

/** The compound feeds that the farms make. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const navigate = useNavigate();
  const path = useAppPath();
  const state = useListState({ ordering: 'name', filters: ['farm'] });
  const result = useList(recipes, state.query);
  const farms = useFarmOptions();
  const to = (rest: string) => () => navigate(path(`stock/fodder/${rest}`));
  const phone = useOnPhone();
  const add = can('animalfeed_recipe', 'add') && !phone ? { label: t('operations:fodder.create'), onClick: to('create') } : undefined;
  const mayChange = can('animalfeed_recipe', 'change') && !phone;
  const mayCraft = can('animalfeed_delivery', 'add');

  const actions = (recipe: Recipe) => [
    ...(mayCraft ? [{ label: t('operations:fodder.craft'), icon: IconBlender, onClick: to(`${recipe.id}/craft`) }] : []),
    {
      label: t(mayChange ? 'operations:fodder.edit' : 'operations:fodder.details'),
      icon: mayChange ? IconPencil : IconEye,
      onClick: to(`${recipe.id}/recipe/edit`),
    },
    ...(add ? [{ label: t('operations:fodder.copy'), icon: IconCopy, onClick: to(`${recipe.id}/recipe/create`) }] : []),
  ];

  return (
    <>
      <PageHeader title={t('operations:fodder.title')} add={add} />
      <StockTabs />
      {phone && can('animalfeed_recipe', 'change') && <ComputerOnly />}
      <ResourceTable
        label={t('operations:fodder.title')}
        columns={recipeColumns(t)}
        result={result}
        state={state}
        nameOf={(recipe) => recipe.name}
        onOpen={(recipe) => navigate(path(`stock/fodder/${recipe.id}/recipe/edit`))}
        actions={actions}
        exported={{ resource: recipes, query: state.query }}
        filters={<ListFilter state={state} name="farm" label={t('operations:fodder.farm')} options={farms} />}
        empty={<EmptyState icon={IconBlender} title={t('operations:fodder.empty')} text={t('operations:fodder.empty_text')} action={add} />}
      />
    </>
  );
}
