import { generatePath, Outlet, type RouteObject, redirect } from 'react-router-dom';
import type { Screen } from '../core/layout/screen.ts';
import { RouteFailed } from '../core/ui/failures.tsx';
import { loadChunk } from '../core/ui/load-chunk.ts';
import { ScreenGate } from './screen-gate.tsx';
import { REDIRECTS, SCREENS } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { enterClient, homeOf, ownClient, requireSession } from './start.ts';

function screenRoute(screen: Screen): RouteObject {
  return {
    path: screen.route,
    handle: screen,
    ErrorBoundary: RouteFailed,
    lazy: async () => {
      const { Page } = await loadChunk(screen.load);
      return {
        element: (
          <ScreenGate screen={screen}>
            <Page />
          </ScreenGate>
        ),
      };
    },
  };
}

function clientRoutes(base: string): RouteObject[] {
  return [
    ...SCREENS.filter(({ area }) => area === 'client').map(screenRoute),
    ...REDIRECTS.map(({ route, to }) => ({
      path: route,
      loader: ({ params }: { params: Record<string, string | undefined> }) => redirect(generatePath(`${base}/${to}`, params)),
    })),
  ];
}

/** Everything behind the sign-in, out of the registries. */
export const appRoute: RouteObject = {
  path: '/app',
  loader: async ({ request }) => {
    await requireSession(request);
    return null;
  },
  shouldRevalidate: () => false,
  Component: Shell,
  ErrorBoundary: RouteFailed,
  children: [
    { index: true, loader: async ({ request }) => redirect(homeOf(await requireSession(request))) },
    ...SCREENS.filter(({ area }) => area === 'service').map(screenRoute),
    {
      path: 'clients/:client_id',
      loader: ({ request, params }) => enterClient(request, params.client_id),
      shouldRevalidate: ({ currentParams, nextParams }) => currentParams.client_id !== nextParams.client_id,
      Component: Outlet,
      children: [
        { index: true, loader: ({ params }) => redirect(`/app/clients/${params.client_id}/companies`) },
        ...clientRoutes('/app/clients/:client_id'),
      ],
    },
    {
      loader: ({ request }) => ownClient(request),
      shouldRevalidate: () => false,
      Component: Outlet,
      children: clientRoutes('/app'),
    },
    { path: '*', loader: () => redirect('/app') },
  ],
};
