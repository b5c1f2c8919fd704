import { Suspense } from 'react';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import type { LeastCostProps } from '#src/operations/rations/least-cost/least-cost.tsx';

const LazyLeastCost = lazyPart<LeastCostProps>(async () => (await import('#src/operations/rations/least-cost/least-cost.tsx')).LeastCost);

/** The least-cost part, whose code loads when the tab opens. */
export function LeastCostTab(props: LeastCostProps) {
  return (
    <Suspense fallback={<TableSkeleton />}>
      <LazyLeastCost {...props} />
    </Suspense>
  );
}
