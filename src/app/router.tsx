import { createBrowserRouter, redirect } from 'react-router-dom';
import { loadChunk } from '../core/ui/load-chunk.ts';
import { StartFailed, Starting } from './starting.tsx';

const toApp = () => redirect('/app');

/** The sign-in page comes alone; the shell and what it composes from the registries come after signing in. */
export const router = createBrowserRouter(
  [
    {
      HydrateFallback: Starting,
      ErrorBoundary: StartFailed,
      children: [
        { path: '/auth', lazy: () => loadChunk(() => import('./auth/route.tsx')) },
        { path: '*', loader: toApp },
      ],
    },
  ],
  {
    async patchRoutesOnNavigation({ path, patch }) {
      if (path !== '/app' && !path.startsWith('/app/')) return;
      const { appRoute } = await loadChunk(() => import('./app-routes.tsx'));
      patch(null, [appRoute]);
    },
  },
);
