import { Box } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import type { RouteTab } from './route-tab.ts';

const RouteTabRow = lazyPart(async () => (await import('./route-tab-row.tsx')).RouteTabRow);

/** Tabs that are routes. Their space is reserved while their code loads. */
export function RouteTabs({ tabs }: { tabs: readonly RouteTab[] }) {
  return (
    <Suspense fallback={<Box h={36} mb="md" />}>
      <RouteTabRow tabs={tabs} />
    </Suspense>
  );
}
