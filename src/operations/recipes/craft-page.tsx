import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { recipes } from '#contract/operations/recipes.ts';
import { NoEditRights, NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useRow } from '#src/core/resource/queries.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { CraftForm } from './craft-form.tsx';

/** Making compound feed by a recipe. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const path = useAppPath();
  const { data: recipe, error, refetch } = useRow(recipes, Number(useParams().fodder_id));
  const {
    data: feeds,
    error: feedsError,
    refetch: refetchFeeds,
  } = useLiteIngredients(recipe?.farm, recipe !== undefined && can('ingredient', 'view'));

  const body = () => {
    if (!can('animalfeed_delivery', 'add')) return <NoEditRights />;
    if (!can('ingredient', 'view')) return <NoIngredientRights />;
    if (error && !recipe) return <FailedState error={error} onRetry={refetch} />;
    if (feedsError && !feeds) return <FailedState error={feedsError} onRetry={refetchFeeds} />;
    if (!recipe || !feeds) return <TableSkeleton columns={4} />;
    return <CraftForm recipe={recipe} rests={new Map(feeds.map((feed) => [feed.id, feed.rest]))} />;
  };
  return (
    <>
      <PageHeader
        title={t('operations:fodder.craft_title')}
        crumbs={[{ label: t('operations:fodder.title'), to: path('stock/fodder') }]}
        detail={recipe && [...new Set([recipe.name, recipe.ingredient_name])].join(' · ')}
      />
      {body()}
    </>
  );
}
