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

/** The frame of planning screens: the farm, and the state of unsent records. */
export function PlanningFrame({ title, actions, children }: PlanningFrameProps) {
  const farm = useFarmOfRoute();
  const path = useAppPath();
  const farmPath = useFarmPath();
  const waits = useWaiting().length > 0;
  // Sends records of earlier visits without a network.
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
