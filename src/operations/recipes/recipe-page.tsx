import { IconDeviceDesktop } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { recipes } from '#contract/operations/recipes.ts';
import { NoEditRights, NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useRow } from '#src/core/resource/queries.ts';
import { Notice } from '#src/core/ui/notice.tsx';
import { ComputerOnly, useOnPhone } from '#src/core/ui/on-phone.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import type { Recipe } from './columns.ts';
import { RecipeForm } from './recipe-form.tsx';
import { recipeValues } from './recipe-values.ts';

interface RecipePageProps {
  mode: 'create' | 'copy' | 'edit';
}

const TITLES = { create: 'operations:fodder.create', copy: 'operations:fodder.copy_title', edit: 'operations:fodder.recipe' } as const;

function NeedsComputer() {
  const { t } = useTranslation('pages');
  const navigate = useNavigate();
  const path = useAppPath();
  return (
    <Notice
      icon={IconDeviceDesktop}
      title={t('pages:recipe.computer')}
      text={t('pages:recipe.computer_text')}
      action={{ label: t('pages:fodder.back'), onClick: () => navigate(path('stock/fodder')) }}
    />
  );
}

/** The editor of a compound feed's recipe: new, copied or changed. A phone shows its parts. */
export function RecipePage({ mode }: RecipePageProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const path = useAppPath();
  const params = useParams();
  const found = useRow(recipes, mode === 'create' ? undefined : Number(params.fodder_id));
  return (
    <>
      <PageHeader
        title={(mode === 'edit' && found.data?.name) || t(TITLES[mode])}
        crumbs={[{ label: t('operations:fodder.title'), to: path('stock/fodder') }]}
      />
      {mode === 'edit' ? <EditedRecipe found={found} /> : <NewRecipe mode={mode} found={found} />}
    </>
  );
}

type FoundRecipe = Pick<UseQueryResult<Recipe>, 'data' | 'error' | 'refetch'>;

function EditedRecipe({ found: { data: recipe, error, refetch } }: { found: FoundRecipe }) {
  const { can } = useAccess();
  const phone = useOnPhone();
  const may = can('animalfeed_recipe', 'change');
  if (!can('ingredient', 'view')) return <NoIngredientRights />;
  if (error && !recipe) return <FailedState error={error} onRetry={refetch} />;
  if (!recipe) return <TableSkeleton columns={4} />;
  return (
    <>
      {phone && may && <ComputerOnly />}
      <RecipeForm key={recipe.id} id={recipe.id} initial={recipeValues(recipe)} readOnly={phone || !may} />
    </>
  );
}

function NewRecipe({ mode, found: { data: recipe, error, refetch } }: { mode: 'create' | 'copy'; found: FoundRecipe }) {
  const { t } = useTranslation('pages');
  const { can } = useAccess();
  const phone = useOnPhone();
  const farm = useCurrentFarm();
  if (!can('ingredient', 'view')) return <NoIngredientRights />;
  if (!can('animalfeed_recipe', 'add')) return <NoEditRights />;
  if (phone) return <NeedsComputer />;
  if (mode === 'create') {
    const initial = { name: '', farm: farm?.id ?? null, ingredient: null, items: [{ ingredient: null, percent: null }] };
    return <RecipeForm initial={initial} readOnly={false} />;
  }
  if (error && !recipe) return <FailedState error={error} onRetry={refetch} />;
  if (!recipe) return <TableSkeleton columns={4} />;
  const { version: _, ...copied } = recipeValues(recipe);
  return <RecipeForm key={recipe.id} initial={{ ...copied, name: t('pages:fodder.copy_name', { name: recipe.name }) }} readOnly={false} />;
}
