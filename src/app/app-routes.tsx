// Loaded with the shell: its texts are listed there.
import 'virtual:more-texts';
import { generatePath, matchPath, Outlet, type RouteObject, redirect } from 'react-router-dom';
import { accessNow } from '#src/core/access/use-access.ts';
import { writeLimitsBy } from '#src/core/api/error-text.ts';
import { limitText } from '#src/core/api/limit-text.ts';
import { storedToken } from '#src/core/api/session.ts';
import { claimsOf } from '#src/core/api/token.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';
import { beginFarms } from '#src/core/layout/use-farms.ts';
import { RouteFailed } from '#src/core/ui/failures.tsx';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { ScreenGate } from './screen-gate.tsx';
import { REDIRECTS, SCREENS } from './screens.ts';
import { prefetchScreen } from './shell/prefetch.ts';
import { Shell } from './shell/shell.tsx';
import { listenForPalette } from './shell/type-ahead.ts';
import { enterClient, homeOf, ownClient, requireSession, resumeClient } from './start.ts';

writeLimitsBy(limitText);
listenForPalette();

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
            <Page {...screen.props} />
          </ScreenGate>
        ),
      };
    },
  };
}

type Params = Record<string, string | undefined>;

function findTarget(to: Redirect['to'], { farm_id }: Params): string {
  if (typeof to === 'string') return to;
  const access = accessNow();
  const target = to.map((route) => SCREENS.find((screen) => screen.route === route)).find((screen) => screen && mayOpen(screen, access));
  if (!target) return to[0] ?? '';
  return target.namesFarms && farm_id ? `${target.route}?farm=${farm_id}` : target.route;
}

function clientRoutes(base: string): RouteObject[] {
  return [
    ...SCREENS.filter(({ area }) => area === 'client').map(screenRoute),
    ...REDIRECTS.map(({ route, to }) => ({
      path: route,
      loader: ({ params }: { params: Params }) => {
        const [path = '', query] = `${base}/${findTarget(to, params)}`.split('?');
        return redirect(generatePath(path, params) + (query ? `?${query}` : ''));
      },
    })),
  ];
}

/** While the session is being asked for: what a client's own user will see at this address is asked for, too. */
export function beginScreen({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const screen = SCREENS.find(({ route }) => matchPath(`/app/${route}`, pathname));
  if (!screen) return;
  prefetchScreen(screen);
  // Others' farms and reports are a client's, who is known when the session is.
  if (screen.area !== 'client' || claimsOf(storedToken()).own !== true) return;
  beginFarms();
  screen.begin?.(new URLSearchParams(search));
}

/** Everything behind the sign-in, out of the registries. */
export const appRoute: RouteObject = {
  path: '/app',
  loader: async ({ request }) => {
    resumeClient(await requireSession(request));
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
