import { type ReactNode, useEffect } from 'react';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useFarmOfRoute, useFarmPath } from '#src/domain/farm/place.ts';
import { useWaiting } from '#src/operations/recording/keeping.ts';
import { startQueue } from '#src/operations/recording/queue.ts';
import { SyncState } from '#src/operations/recording/sync-state.tsx';

interface PlanningFrameProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** What the planning screens share: whose they are, and whether what was recorded is on its way. */
export function PlanningFrame({ title, actions, children }: PlanningFrameProps) {
  const farm = useFarmOfRoute();
  const path = useAppPath();
  const farmPath = useFarmPath();
  const waits = useWaiting().length > 0;
  // What an earlier visit recorded without a network is sent from here, too.
  useEffect(startQueue, []);
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: farm.company_name, to: path(`companies/${farm.company}/farms`) },
          { label: farm.name, to: farmPath(farm) },
        ]}
        actions={actions}
      />
      {waits && <SyncState />}
      {children}
    </>
  );
}
