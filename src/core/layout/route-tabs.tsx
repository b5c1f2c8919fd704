import { Box } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../ui/later.ts';

const RouteTabRow = later(async () => (await import('./route-tab-row.tsx')).RouteTabRow);

export interface RouteTab {
  label: string;
  /** A full address; the longest one that the present address begins with is the active tab. */
  to: string;
}

/** Tabs that are routes. Their place is held while their part of the program comes. */
export function RouteTabs({ tabs }: { tabs: readonly RouteTab[] }) {
  return (
    <Suspense fallback={<Box h={36} mb="md" />}>
      <RouteTabRow tabs={tabs} />
    </Suspense>
  );
}
