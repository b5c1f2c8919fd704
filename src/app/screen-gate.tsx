import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { NoClientRights, NoEditRights, NoIngredientRights, NoViewRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { MissingRightContext, PlacesContext } from '#src/core/layout/places.ts';
import type { Screen } from '#src/core/layout/screen.ts';
import { useEnteredClient } from '#src/core/layout/use-client-name.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { ScreenTabs } from './screen-tabs.tsx';
import { useMissingRight, usePlaces } from './use-places.ts';

/** Under a screen's name, what is said in place of the screen. */
function InPlaceOf({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  return (
    <>
      <PageHeader title={t(screen.title)} />
      {children}
    </>
  );
}

interface FarmGateProps {
  farmId: number;
  screen: Screen;
  children: ReactNode;
}

/** A farm's screens wait for the farm, since its timezone decides what a day is. */
function FarmGate({ farmId, screen, children }: FarmGateProps) {
  const { t } = useTranslation('core');
  const { data, error, refetch } = useFarms();
  if (data?.some(({ id }) => id === farmId)) return children;
  if (!data && !error) return <TableSkeleton />;
  return (
    <InPlaceOf screen={screen}>
      {data ? <EmptyState title={t('core:errors.not_found')} /> : <FailedState error={error} onRetry={refetch} />}
    </InPlaceOf>
  );
}

/** What fits the case: the screen is for changing, or shows ingredients, or shows anything else. */
function Refusal({ screen: { permission } }: { screen: Screen }) {
  const needs = permission === null ? [] : [permission].flat();
  if (needs.length > 0 && needs.every(({ action }) => action !== 'view')) return <NoEditRights />;
  return needs.some(({ item }) => item === 'ingredient') ? <NoIngredientRights /> : <NoViewRights />;
}

/** Lets a screen be seen by those who may. */
export function ScreenGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  const access = useAccess();
  const places = usePlaces();
  const missingRight = useMissingRight();
  const { farm_id } = useParams();
  const { error: refused } = useEnteredClient();
  if (screen.area === 'client' && refused instanceof ApiError && (refused.status === 403 || refused.status === 404)) {
    return (
      <InPlaceOf screen={screen}>
        <NoClientRights />
      </InPlaceOf>
    );
  }
  if (!mayOpen(screen, access)) {
    return (
      <InPlaceOf screen={screen}>
        <Refusal screen={screen} />
      </InPlaceOf>
    );
  }
  // Two screens of one kind follow each other as two: none begins with what the other was narrowed to, or with its figures.
  const own = <Fragment key={screen.id}>{children}</Fragment>;
  const page = (
    <PlacesContext value={places}>
      <MissingRightContext value={missingRight}>{screen.tabs ? <ScreenTabs set={screen.tabs}>{own}</ScreenTabs> : own}</MissingRightContext>
    </PlacesContext>
  );
  return farm_id === undefined ? (
    page
  ) : (
    <FarmGate farmId={Number(farm_id)} screen={screen}>
      {page}
    </FarmGate>
  );
}
