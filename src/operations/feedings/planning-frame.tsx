import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { schedules } from '#contract/operations/feedings.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { RouteTabs } from '#src/core/layout/route-tabs.tsx';
import { useFarmOfRoute, useFarmPath } from '#src/domain/farm/place.ts';
import { useWaiting } from '#src/operations/recording/keeping.ts';
import { startQueue } from '#src/operations/recording/queue.ts';
import { SyncState } from '#src/operations/recording/sync-state.tsx';

interface PlanningFrameProps {
  actions?: ReactNode;
  children: ReactNode;
}

/** Title and tabs that the planning screens share. */
export function PlanningFrame({ actions, children }: PlanningFrameProps) {
  const { t } = useTranslation(['operations', 'core']);
  const { can, canAny } = useAccess();
  const farm = useFarmOfRoute();
  const path = useAppPath();
  const farmPath = useFarmPath();
  const waits = useWaiting().length > 0;
  // What an earlier visit recorded without a network is sent from here, too.
  useEffect(startQueue, []);
  const tabs = [
    ...(canAny(needsOf(schedules, 'view')) ? [{ label: t('operations:planning.day'), to: farmPath(farm) }] : []),
    ...(can('loading', 'view') ? [{ label: t('operations:periods.title'), to: farmPath(farm, '/periods') }] : []),
    ...(can('schedule', 'view') ? [{ label: t('operations:leftovers.title'), to: farmPath(farm, '/leftovers') }] : []),
  ];
  return (
    <>
      <PageHeader
        title={t('operations:planning.title')}
        crumbs={[
          { label: farm.company_name, to: path(`companies/${farm.company}/farms`) },
          { label: farm.name, to: farmPath(farm) },
        ]}
        actions={actions}
      />
      {waits && <SyncState />}
      <RouteTabs tabs={tabs} />
      {children}
    </>
  );
}
