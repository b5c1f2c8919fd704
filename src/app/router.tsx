import { createBrowserRouter, redirect } from 'react-router-dom';
import { FILE_LINK_PAGE, MAIL_CONSENT_PAGE, SET_PASSWORD_PAGE, SHARED_REPORT_PAGE } from '#contract/reports/file-link.ts';
import { startSession } from '#src/core/api/auth.ts';
import { session, storedToken } from '#src/core/api/session.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { requireSession } from './start.ts';
import { StartFailed, Starting } from './starting.tsx';

/** Reached by unknown addresses, and by all of the shell's while nobody is signed in. */
async function toApp({ request }: { request: Request }) {
  await requireSession(request);
  return redirect('/app');
}

const loadShell = () => loadChunk(() => import('./app-routes.tsx'));

// Tiles and charts travel with the shell, whose parts know each other: it has to be there first.
const loadShared = () => loadShell().then(() => loadChunk(() => import('./shared-report/route.tsx')));

/**
 * The sign-in page loads alone, and so do the pages for a new password, a link without a file and the owner of an address. The shell and the registries
 * load after signing in.
 */
export const router = createBrowserRouter(
  [
    {
      HydrateFallback: Starting,
      ErrorBoundary: StartFailed,
      children: [
        { path: '/auth', lazy: () => loadChunk(() => import('./auth/route.tsx')) },
        { path: `${FILE_LINK_PAGE}/:refusal`, lazy: () => loadChunk(() => import('./file-link/route.tsx')) },
        { path: `${MAIL_CONSENT_PAGE}/:secret`, lazy: () => loadChunk(() => import('./mail-consent/route.tsx')) },
        { path: SET_PASSWORD_PAGE, lazy: () => loadChunk(() => import('./auth/set-password-route.tsx')) },
        { path: `${SHARED_REPORT_PAGE}/:secret`, lazy: loadShared },
        { path: '*', loader: toApp },
      ],
    },
  ],
  {
    async patchRoutesOnNavigation({ path, patch }) {
      if (path !== '/app' && !path.startsWith('/app/')) return;
      // A person with a token will most likely get in: the shell loads during the check.
      const coming = storedToken() === null ? null : loadShell();
      const known = session.get().status === 'in';
      coming?.then(({ beginScreen }) => known || beginScreen(window.location)).catch(() => undefined);
      await startSession();
      if (session.get().status !== 'in') return;
      const { appRoute } = await (coming ?? loadShell());
      patch(null, [appRoute]);
    },
  },
);

/** Until the first screen, or why there is none, can be drawn. */
export const whenFound = () =>
  new Promise<void>((found) => {
    if (router.state.initialized) found();
    router.subscribe(({ initialized }) => initialized && found());
  });
