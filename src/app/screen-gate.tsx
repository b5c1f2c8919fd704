import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { NoIngredientRights, NoViewRights } from '../core/access/notices.tsx';
import { useAccess } from '../core/access/use-access.ts';
import { PlacesContext } from '../core/layout/places.ts';
import type { Screen } from '../core/layout/screen.ts';
import { useFarms } from '../core/layout/use-farms.ts';
import { EmptyState, FailedState } from '../core/ui/states.tsx';
import { TableSkeleton } from '../core/ui/table-skeleton.tsx';
import { mayOpen } from './may-open.ts';
import { ScreenTabs } from './screen-tabs.tsx';
import { usePlaces } from './use-places.ts';

/** A farm's screens wait for the farm, since its timezone decides what a day is. */
function FarmGate({ farmId, children }: { farmId: number; children: ReactNode }) {
  const { t } = useTranslation('core');
  const { data, error, refetch } = useFarms();
  if (data) return data.some(({ id }) => id === farmId) ? children : <EmptyState title={t('core:errors.not_found')} />;
  if (error) return <FailedState error={error} onRetry={refetch} />;
  return <TableSkeleton />;
}

/** Lets a screen be seen by those who may. */
export function ScreenGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  const access = useAccess();
  const places = usePlaces();
  const { farm_id } = useParams();
  if (!mayOpen(screen, access)) return screen.permission?.item === 'ingredient' ? <NoIngredientRights /> : <NoViewRights />;
  const page = (
    <PlacesContext value={places}>{screen.tabs ? <ScreenTabs set={screen.tabs}>{children}</ScreenTabs> : children}</PlacesContext>
  );
  return farm_id === undefined ? page : <FarmGate farmId={Number(farm_id)}>{page}</FarmGate>;
}
