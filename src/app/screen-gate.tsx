import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { NoClientRights, NoEditRights, NoIngredientRights, NoViewRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { MissingRightContext, PlacesContext } from '#src/core/layout/places.ts';
import type { Screen } from '#src/core/layout/screen.ts';
import { useEnteredClient } from '#src/core/layout/use-client-name.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { NamedListsContext } from '#src/core/resource/import/named-lists.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { useWindowTitle } from '#src/core/ui/window-title.ts';
import { ScreenTabs } from './screen-tabs.tsx';
import { useMissingRight, usePlaces } from './use-places.ts';

/** A notice under a screen's name, shown instead of the screen. */
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

/** The notice that fits: the screen is for changes, or shows ingredients, or anything else. */
function Refusal({ screen: { permission } }: { screen: Screen }) {
  const needs = permission === null ? [] : [permission].flat();
  if (needs.length > 0 && needs.every(({ action }) => action !== 'view')) return <NoEditRights />;
  return needs.some(({ item }) => item === 'ingredient') ? <NoIngredientRights /> : <NoViewRights />;
}

const loadNamedLists = () => loadChunk(async () => (await import('./named-lists.tsx')).namedLists);

/** Shows a screen to those who may see it, and names the window. */
export function ScreenGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  const access = useAccess();
  const places = usePlaces();
  const missingRight = useMissingRight();
  const { farm_id } = useParams();
  const { error: refused } = useEnteredClient();
  useWindowTitle(t(screen.title), useClientInView());
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
  const ownScreen = <Fragment key={screen.id}>{children}</Fragment>;
  const page = (
    <PlacesContext value={places}>
      <MissingRightContext value={missingRight}>
        <NamedListsContext value={loadNamedLists}>
          {screen.tabs ? <ScreenTabs set={screen.tabs}>{ownScreen}</ScreenTabs> : ownScreen}
        </NamedListsContext>
      </MissingRightContext>
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
