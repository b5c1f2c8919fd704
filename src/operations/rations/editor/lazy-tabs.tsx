import { Suspense } from 'react';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import type { CopyToFarmsProps } from '#src/operations/ration-copies/copy-to-farms.tsx';
import type { ComparisonProps } from '#src/operations/rations/compare/comparison.tsx';
import type { LeastCostProps } from '#src/operations/rations/least-cost/least-cost.tsx';

const LazyLeastCost = lazyPart<LeastCostProps>(async () => (await import('#src/operations/rations/least-cost/least-cost.tsx')).LeastCost);
const LazyComparison = lazyPart<ComparisonProps>(async () => (await import('#src/operations/rations/compare/comparison.tsx')).Comparison);
const LazyCopy = lazyPart<CopyToFarmsProps>(async () => (await import('#src/operations/ration-copies/copy-to-farms.tsx')).CopyToFarms);

// The code of these parts loads when their tab opens.

/** The cheapest ration. */
export function LeastCostTab(props: LeastCostProps) {
  return (
    <Suspense fallback={<TableSkeleton />}>
      <LazyLeastCost {...props} />
    </Suspense>
  );
}

/** The ration next to another one. */
export function ComparisonTab(props: ComparisonProps) {
  return (
    <Suspense fallback={<TableSkeleton />}>
      <LazyComparison {...props} />
    </Suspense>
  );
}

/** Copies of the ration for other farms. */
export function CopyTab(props: CopyToFarmsProps) {
  return (
    <Suspense fallback={<TableSkeleton />}>
      <LazyCopy {...props} />
    </Suspense>
  );
}
