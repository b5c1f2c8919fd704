import { useCallback } from 'react';
import { matchPath } from 'react-router-dom';
import type { Use } from '#contract/errors.ts';
import type { Need } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { appPath, useCurrentClient } from '#src/core/api/place.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { fillRoute } from '#src/core/layout/screen.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { SCREENS } from './screens.ts';

/** Finds the screen that shows a row, from the screens' own declarations. */
export function usePlaces(): (use: Use) => string | null {
  const access = useAccess();
  const client = useCurrentClient();
  const { data: farms } = useFarms();
  return useCallback(
    (use) => {
      const screen = SCREENS.find(({ shows }) => shows?.resource === use.resource);
      if (!screen || !mayOpen(screen, access)) return null;
      const company = use.company ?? farms?.find(({ id }) => id === use.farm)?.company;
      const names = screen.route.split('/').filter((part) => part.startsWith(':'));
      const own = Object.fromEntries(names.map((name) => [name.slice(1), use.id]));
      const route = fillRoute(screen.route, { ...own, company_id: company ?? undefined, farm_id: use.farm ?? undefined });
      if (route === null) return null;
      // A list of the header's farm shows the row's own farm.
      const parts = { ...(screen.listsFarm && use.farm ? { farm: use.farm } : {}), ...screen.shows?.query?.(use) };
      const query = new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)]));
      return appPath(query.size > 0 ? `${route}?${query}` : route, client);
    },
    [access, client, farms],
  );
}

/** Returns a function that finds the right which the user lacks for an address; null if the user may open it. */
export function useMissingRight(): (address: string) => Need | null {
  const access = useAccess();
  return useCallback(
    (address) => {
      const path = `/${address.split('?')[0]}`;
      const screen = SCREENS.find(({ route }) => matchPath(`/${route}`, path));
      if (!screen || mayOpen(screen, access)) return null;
      return [screen.permission ?? []].flat()[0] ?? null;
    },
    [access],
  );
}
